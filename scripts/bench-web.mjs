/** `npm run bench:web`: weight, paint and reaction times of the pages in a real browser, as one table. */
import { buildWeb } from './build-web.mjs';
import { findChromium } from './chromium.mjs';
import { foreground, testEnvironment } from './lib-process.mjs';
import { runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

await runAsScript(import.meta.url, async () => {
  await setUp();
  await buildWeb();
  const env = await testEnvironment({ CHROMIUM_PATH: await findChromium() });
  return foreground('node', ['bench/web/bench-web.ts', ...process.argv.slice(2)], { env });
});
