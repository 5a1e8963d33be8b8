/** `npm run dev`: the server restarts and the page reloads on every change; Vite hands /api over to the server. */
import { foreground, nodeArguments, projectEnvironment } from './lib-process.mjs';
import { runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

const WEB_ADDRESS = 'http://localhost:5173';

await runAsScript(import.meta.url, async () => {
  await setUp();
  const env = projectEnvironment({ PUBLIC_URL: process.env.PUBLIC_URL ?? WEB_ADDRESS });
  const oneEnded = new AbortController();
  const options = { env, until: oneEnded.signal };
  const programs = [
    foreground('node', ['--watch', '--watch-preserve-output', ...nodeArguments(), 'server/main.ts'], options),
    foreground('vite', ['--clearScreen', 'false'], options),
  ];
  const code = await Promise.race(programs);
  oneEnded.abort();
  await Promise.all(programs);
  return code;
});
