import { closeSync, existsSync, fdatasyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';

const BLANK_BYTES = 1024 * 1024;

/** Overwrites an unencrypted copy of the data on the disk and deletes it, if it exists. */
export function discardCopy(file: string): void {
  if (!existsSync(file)) return;
  const blank = Buffer.alloc(BLANK_BYTES);
  const target = openSync(file, 'r+');
  for (let left = statSync(file).size; left > 0; left -= blank.length) {
    writeSync(target, blank, 0, Math.min(left, blank.length));
    fdatasyncSync(target);
  }
  closeSync(target);
  rmSync(file);
  rmSync(`${file}-journal`, { force: true });
}
