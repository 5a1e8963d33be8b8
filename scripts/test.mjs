/** `npm test`: what proves that the product works, on the project's Node; `scripts/run-tests.ts` says what it runs. */
import { foreground } from './lib-process.mjs';
import { runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

await runAsScript(import.meta.url, async () => {
  await setUp();
  return foreground('node', ['scripts/run-tests.ts', ...process.argv.slice(2)]);
});
