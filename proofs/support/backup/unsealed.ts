import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpeningKey } from '#server/data/backup/keys.ts';
import { unseal } from '#server/data/backup/sealed-file.ts';

/** Returns the bytes with one bit changed; a negative place counts from the end. */
export function flipped(bytes: Buffer, at: number, bit: number): Buffer {
  const changed = Buffer.from(bytes);
  const place = at < 0 ? bytes.length + at : at;
  changed[place] = (changed[place] ?? 0) ^ (1 << bit);
  return changed;
}

/** Unseals a file that holds the bytes. */
export async function unsealedIn(folder: string, bytes: Uint8Array, key: OpeningKey): Promise<Buffer> {
  const path = join(folder, 'sealed');
  await writeFile(path, bytes);
  await using file = await open(path);
  return Buffer.concat(await Array.fromAsync(unseal(file, key, 'FILE')));
}
