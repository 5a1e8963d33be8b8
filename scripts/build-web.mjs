/** Builds the web into dist/web when its sources changed, and compresses the assets beforehand. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { capture } from './lib-process.mjs';
import { ScriptError, inProject, runAsScript } from './lib-project.mjs';
import { listFiles } from './lib-files.mjs';

const SOURCES = ['web', 'domain', 'vite.config.ts', 'package.json', 'package-lock.json', 'scripts/build-web.mjs'];
const COMPRESSIBLE = /\.(?:js|css|svg|json|map|txt|webmanifest)$/;
const SMALLEST_COMPRESSED_BYTES = 1024;

const WEB = inProject('dist', 'web');
const FINGERPRINT = '.fingerprint';

export async function buildWeb() {
  const fingerprint = await sourceFingerprint();
  const built = await readFile(join(WEB, FINGERPRINT), 'utf8').catch(() => null);
  if (built === fingerprint) return;

  console.log('Building the web …');
  const folder = inProject('dist', `web-${process.pid}`);
  try {
    const { ok, output } = await capture('vite', ['build', '--logLevel', 'warn', '--outDir', folder]);
    if (!ok) throw new ScriptError(`The web could not be built:\n${output}`);
    await compressAssets(folder);
    await writeFile(join(folder, FINGERPRINT), fingerprint);
    await replaceFolder(WEB, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sourceFingerprint() {
  const hash = createHash('sha256');
  for (const file of (await listFiles(SOURCES)).filter((path) => !path.endsWith('.test.ts'))) {
    hash.update(`${file}\0`).update(await readFile(inProject(file)));
  }
  const settings = Object.keys(process.env).filter((name) => name.startsWith('VITE_'));
  for (const name of settings.sort()) hash.update(`${name}=${process.env[name]}\0`);
  return hash.digest('hex');
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

/**
 * A failed build leaves the last good one in place, and nobody sees half of a new one.
 * @param {string} target
 * @param {string} replacement
 */
async function replaceFolder(target, replacement) {
  await mkdir(target, { recursive: true });
  const old = `${replacement}-old`;
  await rename(target, old);
  await rename(replacement, target);
  await rm(old, { recursive: true, force: true });
}

await runAsScript(import.meta.url, buildWeb);
