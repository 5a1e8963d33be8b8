import { matchesGlob } from 'node:path';

/**
 * Returns whether an engine sends a file of the checkout to the build: the last matching entry of .dockerignore for it,
 * or for a folder above it, decides.
 */
export function isSent(dockerignore: string, file: string): boolean {
  const patterns = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const parts = file.split('/');
  const paths = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const last = patterns.findLast((pattern) => paths.some((path) => matchesGlob(path, pattern.replace(/^!/, ''))));
  return last === undefined || last.startsWith('!');
}
