/** Builds the server with the packages it needs into dist/server/main.js when any of it changed. */
import { buildWhenChanged } from './lib-build.mjs';
import { capture } from './lib-process.mjs';
import { ScriptError, runAsScript } from './lib-project.mjs';

const SOURCES = [
  'server',
  'domain',
  'vite.server.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/build-server.mjs',
  'scripts/lib-build.mjs',
];

export async function buildServer() {
  await buildWhenChanged('server', { sources: SOURCES }, async (folder) => {
    const options = ['--config', 'vite.server.config.ts', '--logLevel', 'warn', '--outDir', folder];
    const { ok, output } = await capture('vite', ['build', ...options]);
    if (!ok) throw new ScriptError(`The server could not be built:\n${output}`);
  });
}

await runAsScript(import.meta.url, buildServer);
