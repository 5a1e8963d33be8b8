/** `npm run build`: sets up what is missing and builds the web and the server, without starting anything. */
import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';
import { runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

export async function buildAll() {
  // A server that cannot be built keeps the pages that fit it.
  await buildWeb(buildServer);
}

await runAsScript(import.meta.url, async () => {
  await setUp();
  await buildAll();
});
