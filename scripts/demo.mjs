/** `npm run demo`: the same program on throwaway data with a furnished practice; `-- --large` makes it a practice of many years. */
import { runAsScript } from './lib-project.mjs';
import { startProgram } from './start.mjs';

await runAsScript(import.meta.url, () => startProgram('demo/demo.ts', process.argv.slice(2)));
