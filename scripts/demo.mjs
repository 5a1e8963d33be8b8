/** `npm run demo`: the same program on throwaway data with a furnished practice. */
import { runAsScript } from './lib-project.mjs';
import { startProgram } from './start.mjs';

await runAsScript(import.meta.url, () => startProgram('server/demo.ts'));
