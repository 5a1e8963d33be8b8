import { findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';

// The program runs from its sources or as one built file in dist/server, so paths relative to a module differ.
const manifest = findPackageJSON('.', import.meta.url);
if (manifest === undefined) throw new Error('There is no package.json above the program.');
const ROOT = dirname(manifest);

/** Returns the path of a file of the project. */
export function inProject(...parts: string[]): string {
  return join(ROOT, ...parts);
}

/**
 * Returns the path of a program that runs as a process of its own: its source or, in a built program, its built file.
 */
export function programFile(source: string): string {
  if (import.meta.filename.endsWith('.ts')) return inProject(source);
  return join(import.meta.dirname, `${basename(source, '.ts')}.js`);
}
