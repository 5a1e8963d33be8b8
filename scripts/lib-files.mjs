import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject } from './lib-project.mjs';

/**
 * All files of the given folders and files of the project, as sorted paths from its root; what does not exist is left out,
 * and packages installed there are.
 * @param {string[]} paths
 * @returns {Promise<string[]>}
 */
export async function listFiles(paths) {
  const lists = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(inProject(path)).catch(() => null);
      if (found === null) return [];
      if (found.isFile()) return [path];
      return listFiles(
        (await readdir(inProject(path))).filter((name) => name !== 'node_modules').map((name) => join(path, name)),
      );
    }),
  );
  return lists.flat().sort();
}

const TEST_FILE = /\.test\.ts$/;

/**
 * @param {string[]} folders
 */
export async function listTests(folders) {
  return (await listFiles(folders)).filter((file) => TEST_FILE.test(file));
}
