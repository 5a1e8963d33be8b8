import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';

/**
 * Writes a new file, readable only by its owner, in place of whatever has its name. A link there is removed and never
 * followed, because root runs commands in a folder of the program's user, whose account may be compromised.
 */
export function writeNewFile(file: string, content: string | Uint8Array): void {
  rmSync(file, { force: true });
  writeFileSync(file, content, { mode: 0o600, flag: 'wx', flush: true });
  giveToOwnerOf(dirname(file), file);
}
