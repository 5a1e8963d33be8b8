import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ERASURE_REASONS } from '#domain/erasures/erasure.ts';
import { isStoredInstant } from '#domain/time/instant.ts';
import { randomText, RECORD_ID } from '#server/identity/record-id.ts';
import { StartError, tellSystemError } from '#server/process/start-error.ts';
import { syncFolder } from '#server/process/sync-folder.ts';
import { giveToOwnerOf } from '#server/process/whose-file.ts';

export const ERASED_FILE = 'erased.json';

const id = z.string().regex(RECORD_ID);
const counts = z.record(z.string(), z.int());

const erasedClient = z.object({
  id,
  user: id,
  client: id,
  created: z.string().refine(isStoredInstant),
  reason: z.enum(ERASURE_REASONS),
  kinds: z.object({ removed: counts, kept: counts }),
  mentions: z.array(id),
  requests: z.array(id),
});

const erasedList = z.object({ format: z.literal(1), erased: z.array(erasedClient) });

/** An erasure outside the database, in which an older backup has the person again: ids and numbers alone. */
export type ErasedClient = z.infer<typeof erasedClient>;

/** Returns the list in a file, empty where there is none and none is required. Throws a StartError for one that cannot be read. */
export async function readErasedFile(file: string, isRequired = false): Promise<ErasedClient[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (!isRequired && error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw tellSystemError(error, `${file} cannot be read`);
  }
  try {
    return erasedList.parse(JSON.parse(text)).erased;
  } catch {
    throw new StartError(`${file} is damaged: without it erased clients could come back. Put it back from a copy.`);
  }
}

export function readErasedList(folder: string): Promise<ErasedClient[]> {
  return readErasedFile(join(folder, ERASED_FILE));
}

/** Adds erasures to the list of a folder; after a crash the list is the one before or the new one. */
export async function addToErasedList(folder: string, added: readonly ErasedClient[]): Promise<void> {
  const known = await readErasedList(folder);
  const ids = new Set(known.map((erasure) => erasure.id));
  const fresh = added.filter((erasure) => !ids.has(erasure.id));
  if (fresh.length === 0) return;
  const erased = [...known, ...fresh].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const file = join(folder, ERASED_FILE);
  // Of two nodes each has a file of its own; what one of them loses it adds at its next look.
  const next = `${file}.${randomText(8)}.new`;
  const target = await open(next, 'w', 0o600);
  try {
    await target.writeFile(`${JSON.stringify({ format: 1, erased })}\n`);
    await target.sync();
  } finally {
    await target.close();
  }
  giveToOwnerOf(folder, next);
  await rename(next, file);
  await syncFolder(file);
}
