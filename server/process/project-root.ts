import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

// The program runs from its sources, and built as one file in dist/server: a place beside a module is not always the same.
const manifest = findPackageJSON('.', import.meta.url);
if (manifest === undefined) throw new Error('There is no package.json above the program.');
const ROOT = dirname(manifest);

/** The path of a file of the project. */
export function inProject(...parts: string[]): string {
  return join(ROOT, ...parts);
}
