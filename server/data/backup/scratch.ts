import {
  closeSync,
  constants,
  fdatasyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeDataDir, takeLock } from '#server/ground/db/data-dir.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';

const SCRATCH = 'backup-scratch';
/** Windows has no such flag. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;
const BLANK_BYTES = 1024 * 1024;

/**
 * Runs with an empty folder in DATA_DIR that only its owner can read, in place of what a process that was killed left
 * there: one process at a time. What stood there unencrypted is overwritten and removed in every case.
 */
export async function withScratch<Result>(dataDir: string, run: (folder: string) => Promise<Result>): Promise<Result> {
  makeDataDir(dataDir);
  const lock = takeLock(join(dataDir, 'backup-lock.db'), `Another backup of DATA_DIR ${dataDir} is being made.`);
  const folder = join(dataDir, SCRATCH);
  try {
    discardScratch(folder);
    mkdirSync(folder, { mode: 0o700 });
    giveToOwnerOf(dataDir, folder);
    try {
      return await run(folder);
    } finally {
      discardScratch(folder);
    }
  } finally {
    lock.close();
  }
}

/** Overwrites and removes a folder in which data stood unencrypted, if it exists. */
export function discardScratch(folder: string): void {
  for (const name of namesIn(folder)) discardCopy(join(folder, name));
  rmSync(folder, { recursive: true, force: true });
}

/** Overwrites an unencrypted copy of the data on the disk and deletes it, if it exists. */
export function discardCopy(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  // A symbolic link, or a file with a second name, is no copy of ours: only the name is removed.
  if (found?.isFile() !== true || found.nlink > 1) return rmSync(file, { force: true });
  const blank = Buffer.alloc(BLANK_BYTES);
  const target = openSync(file, constants.O_RDWR | NO_LINK);
  for (let left = found.size; left > 0; left -= blank.length) {
    writeSync(target, blank, 0, Math.min(left, blank.length));
    fdatasyncSync(target);
  }
  closeSync(target);
  rmSync(file);
  rmSync(`${file}-journal`, { force: true });
}

/** Returns the names in a folder; none for a symbolic link, which can lead anywhere. */
function namesIn(folder: string): string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}
