import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';

/**
 * Writes a new file for its owner alone, in place of what stands under its name. A link there is removed and never
 * followed: root types commands in a folder of which the program's user may be in other hands.
 */
export function writeNewFile(file: string, content: string | Uint8Array): void {
  rmSync(file, { force: true });
  writeFileSync(file, content, { mode: 0o600, flag: 'wx', flush: true });
  giveToOwnerOf(dirname(file), file);
}
