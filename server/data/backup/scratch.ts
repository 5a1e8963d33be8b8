import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { discardCopy } from '#server/data/backup/discard-copy.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';

/** Overwrites and removes a folder in which data stood unencrypted, if it exists. */
export function discardScratch(folder: string): void {
  for (const name of namesIn(folder)) discardCopy(join(folder, name));
  rmSync(folder, { recursive: true, force: true });
}

/** Makes an empty folder that only its owner can read, in place of what a process that was killed left there. */
export function makeScratch(within: string, name: string): string {
  const folder = join(within, name);
  discardScratch(folder);
  mkdirSync(folder, { mode: 0o700 });
  giveToOwnerOf(within, folder);
  return folder;
}

/** Returns the files of a folder; nothing for a symbolic link, which can lead anywhere. */
function namesIn(folder: string): string[] {
  try {
    if (!lstatSync(folder).isDirectory()) return [];
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
