import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeNewFile } from '#server/ground/process/new-file.ts';

/** Replaces a file, readable only by its owner. After a power cut either the old file or the new one is there. */
export function replaceFile(file: string, text: string): void {
  const unfinished = `${file}.new`;
  writeNewFile(unfinished, text);
  renameSync(unfinished, file);
  syncFolderOf(file);
}

/** Waits until the disk has stored the names in a file's folder. */
export function syncFolderOf(file: string): void {
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
