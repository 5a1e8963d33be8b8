/** `npm run build`: sets up what is missing and builds the web, without starting anything. */
import { buildWeb } from './build-web.mjs';
import { runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

await runAsScript(import.meta.url, async () => {
  await setUp();
  await buildWeb();
});
