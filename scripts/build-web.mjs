/** Builds the web into dist/web when its sources changed, and compresses the assets beforehand. */
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { buildWhenChanged, runBuilder } from './lib-build.mjs';
import { runAsScript } from './lib-project.mjs';

const SOURCES = [
  'web',
  'domain',
  'vite.chunks.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/build-web.mjs',
  'scripts/lib-build.mjs',
  'scripts/lib-floor.mjs',
];
const COMPRESSIBLE = /\.(?:js|css|svg|json|map|txt|webmanifest)$/;
const SMALLEST_COMPRESSED_BYTES = 400;

/** @param {() => Promise<void>} [first] has to succeed before the pages change */
export async function buildWeb(first) {
  const settings = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('VITE_')));
  const build = async (/** @type {string} */ folder) => {
    await runBuilder('web', ['vite', 'build', '--logLevel', 'warn', '--outDir', folder]);
    await compressAssets(folder);
  };
  await buildWhenChanged('web', { sources: SOURCES, settings }, build, first);
}

/** @param {string} folder */
async function compressAssets(folder) {
  const names = await readdir(join(folder, 'assets'));
  await Promise.all(
    names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(folder, 'assets', name))),
  );
}

/** @param {string} file */
async function compress(file) {
  if ((await stat(file)).size < SMALLEST_COMPRESSED_BYTES) return;
  const content = await readFile(file);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

await runAsScript(import.meta.url, () => buildWeb());
