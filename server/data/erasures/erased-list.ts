import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ERASURE_REASONS } from '#domain/erasures/erasure.ts';
import { isStoredInstant } from '#domain/time/instant.ts';
import { randomText, RECORD_ID } from '#server/ground/identity/record-id.ts';
import { StartError, tellSystemError } from '#server/ground/process/start-error.ts';
import { syncFolder } from '#server/ground/process/sync-folder.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';

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

const erasedAccount = z.object({ id, deleted: z.string().refine(isStoredInstant) });

const erasedList = z.object({
  format: z.literal(1),
  erased: z.array(erasedClient),
  accounts: z.array(erasedAccount).default([]),
});

/** An erasure outside the database, in which an older backup has the person again: ids and numbers alone. */
export type ErasedClient = z.infer<typeof erasedClient>;

/** What must not come back with an older backup. */
export interface ErasedList {
  clients: readonly ErasedClient[];
  accounts: readonly z.infer<typeof erasedAccount>[];
}

export const NOBODY: ErasedList = { clients: [], accounts: [] };

/** Returns the list in a file, empty where there is none and none is required. Throws a StartError for one that cannot be read. */
export async function readErasedFile(file: string, isRequired = false): Promise<ErasedList> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (!isRequired && error instanceof Error && 'code' in error && error.code === 'ENOENT') return NOBODY;
    throw tellSystemError(error, `${file} cannot be read`);
  }
  try {
    const { erased, accounts } = erasedList.parse(JSON.parse(text));
    return { clients: erased, accounts };
  } catch {
    throw new StartError(`${file} is damaged: without it who was erased could come back. Put it back from a copy.`);
  }
}

export function readErasedList(folder: string): Promise<ErasedList> {
  return readErasedFile(join(folder, ERASED_FILE));
}

/** Returns what any of the lists has, once, in a fixed order. */
export function joinLists(lists: readonly ErasedList[]): ErasedList {
  const once = <Entry extends { id: string }>(entries: readonly Entry[]): Entry[] =>
    [...new Map(entries.map((entry) => [entry.id, entry])).values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    clients: once(lists.flatMap(({ clients }) => clients)),
    // The latest: an account that outlived the entry of another copy may be deleted later.
    accounts: once(lists.flatMap(({ accounts }) => accounts).toSorted((a, b) => (a.deleted < b.deleted ? -1 : 1))),
  };
}

/** Adds to the list of a folder; after a crash the list is the one before or the new one. */
export async function addToErasedList(folder: string, added: ErasedList): Promise<void> {
  const known = await readErasedList(folder);
  const { clients: erased, accounts } = joinLists([known, added]);
  const times = new Map(known.accounts.map(({ id: account, deleted }) => [account, deleted]));
  const isKnown = accounts.every(({ id: account, deleted }) => times.get(account) === deleted);
  if (erased.length === known.clients.length && isKnown) return;
  const file = join(folder, ERASED_FILE);
  // Of two nodes each has a file of its own; what one of them loses it adds at its next look.
  const next = `${file}.${randomText(8)}.new`;
  const target = await open(next, 'w', 0o600);
  try {
    await target.writeFile(`${JSON.stringify({ format: 1, erased, accounts })}\n`);
    await target.sync();
  } finally {
    await target.close();
  }
  giveToOwnerOf(folder, next);
  await rename(next, file);
  await syncFolder(file);
}
