import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST = 256 * 1024 * 1024;

/**
 * Returns the bytes of files, one behind the other, of a database that this process has open. Another process reads
 * them: closing such a file in this one drops every lock that SQLite holds on it here, and the next program that opens
 * the database cuts the shared memory under this one, which ends with SIGBUS.
 */
export function bytesOf(files: readonly string[]): Buffer {
  return execFileSync('cat', ['--', ...files], { maxBuffer: LARGEST });
}

/** Returns the bytes of all files of a folder and of the folders in it, as `bytesOf` does. */
export function bytesIn(folder: string): Buffer {
  const files = filesIn(folder);
  return files.length === 0 ? Buffer.alloc(0) : bytesOf(files);
}

/** Returns the paths of all files of a folder and of the folders in it. */
export function filesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((file) => join(file.parentPath, file.name));
}
