/** `npm run kabinet -- COMMAND`: the commands of the operator, on accounts and data. */
import { foreground, nodeArguments, projectEnvironment } from './lib-process.mjs';
import { runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

await runAsScript(import.meta.url, async () => {
  await setUp();
  // The program runs in the project's folder; a file is named as seen from where the command was typed.
  const env = projectEnvironment({ INIT_CWD: process.env.INIT_CWD ?? process.cwd() });
  const program = 'server/kabinet.ts';
  return foreground('node', [...nodeArguments(), program, ...process.argv.slice(2)], { env });
});
