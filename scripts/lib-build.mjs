import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { listFiles } from './lib-files.mjs';
import { capture } from './lib-process.mjs';
import { ScriptError, inProject } from './lib-project.mjs';

const BUILT = '.built';
const DAY_MS = 24 * 60 * 60_000;
/** Servers and tabs of a version that was replaced since still load their assets. */
const KEPT_MS = 7 * DAY_MS;

/** @typedef {{ fingerprint: string, files: string[] }} Built what was made of what, as `.built` in the folder says */

/**
 * Makes a folder of `dist` when what it is made of changed since. A build that fails leaves the last good one in place.
 * @param {string} name
 * @param {{ sources: string[], settings?: NodeJS.ProcessEnv }} from
 * @param {(folder: string) => Promise<void>} build puts it into an empty folder
 * @param {() => Promise<void>} first has to succeed before the new build is put into its place
 */
export async function buildWhenChanged(name, { sources, settings = {} }, build, first = async () => undefined) {
  const target = inProject('dist', name);
  const fingerprint = await fingerprintOf(sources, settings);
  if ((await readBuilt(target))?.fingerprint === fingerprint) return first();

  console.log(`Building the ${name} …`);
  const folder = inProject('dist', `${name}-${process.pid}`);
  try {
    // What may not be written here is refused in our words, and not in those of the builder.
    await mkdir(folder, { recursive: true });
    await build(folder);
    await first();
    await putInPlace(target, folder, fingerprint);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How the system ends what takes more memory than there is, and how Node ends itself. */
const OUT_OF_MEMORY = ['SIGKILL', 'SIGABRT'];

/**
 * Runs what builds; its failure is what it said, or why it could say nothing.
 * @param {string} name
 * @param {[string, ...string[]]} words
 */
export async function runBuilder(name, [command, ...words]) {
  const { ok, output, signal } = await capture(command, words);
  if (ok) return;
  if (signal === null || !OUT_OF_MEMORY.includes(signal)) {
    throw new ScriptError(`The ${name} could not be built:\n${output}`);
  }
  throw new ScriptError(
    `The ${name} could not be built: the system ended it (${signal}), most likely for want of memory. A build takes 650 MB; a file to swap to helps, as docs/operations/one-practice.md has it under “Building on the machine”.`,
  );
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
 * @param {string} folder
 * @returns {Promise<Built | null>} null where nothing was built to its end
 */
export async function readBuilt(folder) {
  const text = await readFile(join(folder, BUILT), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

/**
 * Moves a build over the one before. Each file is replaced at once, assets come first, and those of before stay for a
 * while: a server of before goes on serving its pages with all they name, and the one that starts next serves both.
 * @param {string} target
 * @param {string} folder
 * @param {string} fingerprint
 */
export async function putInPlace(target, folder, fingerprint) {
  const before = await readBuilt(target);
  const files = (await filesIn(folder)).sort((a, b) => Number(isAsset(b)) - Number(isAsset(a)));
  for (const file of files) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await rename(join(folder, file), join(target, file));
  }
  const now = Date.now();
  for (const file of await filesIn(target)) {
    if (files.includes(file) || file === BUILT) continue;
    const path = join(target, file);
    // Another build may do the same at this moment.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
    const replacedNow = before === null || before.files.includes(file);
    if (!isAsset(file) || (!replacedNow && mtimeMs < now - KEPT_MS)) await rm(path, { force: true });
    else if (replacedNow) await utimes(path, now / 1000, now / 1000).catch(() => undefined);
  }
  await writeFile(join(folder, BUILT), JSON.stringify({ fingerprint, files }));
  await rename(join(folder, BUILT), join(target, BUILT));
}

/** Its name holds a hash of its content. */
const isAsset = (/** @type {string} */ file) => file.startsWith('assets/');

/** @param {string} folder */
async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
