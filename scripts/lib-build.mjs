import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject } from './lib-project.mjs';
import { listFiles } from './lib-files.mjs';

const FINGERPRINT = '.fingerprint';

/**
 * Makes a folder of `dist` anew when what it is made of changed since.
 * @param {string} name
 * @param {{ sources: string[], settings?: NodeJS.ProcessEnv }} from
 * @param {(folder: string) => Promise<void>} build puts it into an empty folder
 */
export async function buildWhenChanged(name, { sources, settings = {} }, build) {
  const target = inProject('dist', name);
  const fingerprint = await fingerprintOf(sources, settings);
  const built = await readFile(join(target, FINGERPRINT), 'utf8').catch(() => null);
  if (built === fingerprint) return;

  console.log(`Building the ${name} …`);
  const folder = inProject('dist', `${name}-${process.pid}`);
  try {
    // What may not be written here is refused in our words, and not in those of the builder.
    await mkdir(folder, { recursive: true });
    await build(folder);
    await writeFile(join(folder, FINGERPRINT), fingerprint);
    await replaceFolder(target, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string[]} sources
 * @param {NodeJS.ProcessEnv} settings
 */
async function fingerprintOf(sources, settings) {
  const hash = createHash('sha256');
  for (const file of (await listFiles(sources)).filter((path) => !path.endsWith('.test.ts'))) {
    hash.update(`${file}\0`).update(await readFile(inProject(file)));
  }
  for (const name of Object.keys(settings).sort()) hash.update(`${name}=${settings[name]}\0`);
  return hash.digest('hex');
}

/**
 * A failed build leaves the last good one in place, and nobody sees half of a new one.
 * @param {string} target
 * @param {string} replacement
 */
async function replaceFolder(target, replacement) {
  const old = `${replacement}-old`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(target, { recursive: true });
      await rename(target, old);
      await rename(replacement, target);
      return;
    } catch (error) {
      // Another build does the same at this moment.
      if (attempt === 5) throw error;
    } finally {
      await rm(old, { recursive: true, force: true });
    }
  }
}
