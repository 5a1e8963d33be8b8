/**
 * `npm run torture`: the long forms of what `npm test` proves in short, with a table of figures at the end.
 * `npm run torture -- PART …` runs only the named files of torture/parts/.
 */
import { buildAll } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { foreground, testEnvironment } from './lib-process.mjs';
import { runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

await runAsScript(import.meta.url, async () => {
  await setUp();
  await buildAll();
  const withPostgres = ['proofs/support/with-postgres.ts', '--', 'node'];
  const env = await testEnvironment({ CHROMIUM_PATH: await findChromium() });
  return foreground('node', [...withPostgres, 'proofs/torture/torture.ts', ...process.argv.slice(2)], { env });
});
