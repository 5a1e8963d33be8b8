import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, lutimes, readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * The files below a folder, as sorted paths from it; links are left out.
 * @param {string} root
 */
export async function listTree(root) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * A line for each file, as `sha256sum --check` and its like read them.
 * @param {string} root
 * @param {string[]} files
 */
export async function listOf(root, files, algorithm = 'sha256') {
  const lines = [];
  for (const file of files) lines.push(`${await hashOf(join(root, file), algorithm)}  ${file}\n`);
  return lines.join('');
}

/** @param {string} file */
export async function hashOf(file, algorithm = 'sha256') {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Lets everybody read, whatever the umask of who made the files.
 * @param {string} root
 */
export async function setModes(root) {
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
  await chmod(root, 0o755);
}

/**
 * Gives everything below a folder one time, in seconds.
 * @param {string} root
 * @param {number} instant
 */
export async function setTimes(root, instant) {
  const entries = await readdir(root, { recursive: true });
  for (const path of [root, ...entries.map((entry) => join(root, entry))]) await lutimes(path, instant, instant);
}
