import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeNewFile } from '#server/ground/process/new-file.ts';

/** Writes a file for its owner alone: after a power cut too the one before is there, or the new one. */
export function replaceFile(file: string, text: string): void {
  const unfinished = `${file}.new`;
  writeNewFile(unfinished, text);
  renameSync(unfinished, file);
  syncFolderOf(file);
}

/** Waits until the disk has stored the names in the folder of a file. */
export function syncFolderOf(file: string): void {
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
