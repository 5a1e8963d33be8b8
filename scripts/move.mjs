/** `npm run move-to-postgres` and `npm run move-to-sqlite`: all data from one engine into the other, which is empty. */
import { foreground, nodeArguments } from './lib-process.mjs';
import { runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

await runAsScript(import.meta.url, async () => {
  await setUp();
  return foreground('node', [...nodeArguments(), 'server/data/move/move-command.ts', ...process.argv.slice(2)]);
});
