import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpeningKey } from '#server/data/backup/keys.ts';
import { unseal } from '#server/data/backup/sealed-file.ts';

const [HEADER, TAG, CHUNK] = [64, 16, 65_536 + 16];

/** A backup as the first versions sealed it, with the passphrase of `KEY`. */
export function readFirstForm(): Promise<Buffer> {
  return readFile(join(import.meta.dirname, 'first-form.backup'));
}

/** Places of each kind: the mark, the salt, the proof of the key, the chunks and their tags. */
export const FIRST_FORM_PLACES = [0, 15, 40, HEADER, HEADER + TAG + CHUNK, -1];
export const FIRST_FORM_LENGTHS = [20, HEADER + 3, HEADER + TAG + CHUNK, -1];

/** Returns the bytes with one bit changed; a negative place counts from the end. */
export function flipped(bytes: Buffer, at: number, bit: number): Buffer {
  const changed = Buffer.from(bytes);
  const place = at < 0 ? bytes.length + at : at;
  changed[place] = (changed[place] ?? 0) ^ (1 << bit);
  return changed;
}

/** Returns the bytes with the second chunk before the first. */
export function inAnotherOrder(bytes: Buffer): Buffer {
  const [start, middle, end] = [0, 1, 2].map((n) => HEADER + TAG + n * CHUNK) as [number, number, number];
  return Buffer.concat([
    bytes.subarray(0, start),
    bytes.subarray(middle, end),
    bytes.subarray(start, middle),
    bytes.subarray(end),
  ]);
}

/** Unseals a file that holds the bytes. */
export async function unsealedIn(folder: string, bytes: Uint8Array, key: OpeningKey): Promise<Buffer> {
  const path = join(folder, 'sealed');
  await writeFile(path, bytes);
  await using file = await open(path);
  return Buffer.concat(await Array.fromAsync(unseal(file, key, 'FILE')));
}
