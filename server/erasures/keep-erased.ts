import type { Context } from '#server/context.ts';
import { act, type Action } from '#server/db/action.ts';
import { EVEN_WHEN_FULL } from '#server/db/database.ts';
import { idList } from '#server/db/id-list.ts';
import { decodeRow, encodeRow } from '#server/db/row-codec.ts';
import { ownerId, PROGRAM } from '#server/identity/actor.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { writeEntry } from '#server/journal/write-entry.ts';
import { describeError } from '#server/process/log.ts';
import { insertAsIs, tellCreated } from '#server/records/store-many.ts';
import { erase } from '#server/erasures/erase-client.ts';
import { addToErasedList, type ErasedClient, readErasedList } from '#server/erasures/erased-list.ts';

function foldersOf({ config }: Pick<Context, 'config'>): string[] {
  return [config.dataDir, ...(config.backupDir === null ? [] : [config.backupDir])];
}

/** Writes what was erased beside the data and beside the backups. A failure is logged: the next look tries again. */
export async function keepErasedLists(context: Context): Promise<void> {
  const rows = await context.db.read.selectFrom('erasures').selectAll().execute();
  if (rows.length === 0) return;
  const erased = rows.map((row): ErasedClient => {
    const { updated: _same, ...erasure } = decodeRow('erasures', row);
    return erasure as ErasedClient;
  });
  for (const folder of foldersOf(context)) {
    try {
      await addToErasedList(folder, erased);
    } catch (error) {
      context.log.error(describeError(error), 'the list of erased clients was not written, tried again');
    }
  }
}

/**
 * Erases again whom the lists name and the database has: it came from an older backup. Before anybody is served (OWN-05).
 */
export async function eraseAgain(context: Context): Promise<void> {
  const lists = await Promise.all(foldersOf(context).map(readErasedList));
  const listed = [...new Map(lists.flat().map((erasure) => [erasure.client, erasure])).values()];
  if (listed.length > 0) {
    for (const erasure of await presentOf(context, listed)) {
      const caller = { context, actor: PROGRAM, now: context.now() };
      // The operator's list names the owner: it was written from that owner's rows.
      await act(caller, ownerId(erasure.user), (action) => repeat(action, erasure), EVEN_WHEN_FULL);
    }
  }
  await keepErasedLists(context);
}

/** Returns those of whom the database has something, or does not know that they were erased. */
async function presentOf({ db }: Context, listed: readonly ErasedClient[]): Promise<ErasedClient[]> {
  const inside = async (table: 'clients' | 'booking' | 'users', ids: string[]): Promise<Set<string>> => {
    const rows = await db.read.selectFrom(table).select('id').where('id', 'in', idList(db.engine, ids)).execute();
    return new Set(rows.map(({ id }) => id));
  };
  const clients = await inside(
    'clients',
    listed.map(({ client }) => client),
  );
  const requests = await inside(
    'booking',
    listed.flatMap((erasure) => erasure.requests),
  );
  const users = await inside(
    'users',
    listed.map(({ user }) => user),
  );
  const stored = await db.read.selectFrom('erasures').select('client').execute();
  const known = new Set(stored.map(({ client }) => client));
  return listed.filter(
    (erasure) =>
      users.has(erasure.user) &&
      (!known.has(erasure.client) || clients.has(erasure.client) || erasure.requests.some((id) => requests.has(id))),
  );
}

async function repeat(action: Action, erasure: ErasedClient): Promise<void> {
  const { id, user, client, created } = erasure;
  await erase(action, erasure, parseStoredInstant(created));
  const known = await action.write.trx
    .selectFrom('erasures')
    .select('id')
    .where('user', '=', user)
    .where('client', '=', client)
    .executeTakeFirst();
  if (known) return;
  const row = encodeRow('erasures', { ...erasure, updated: created });
  await insertAsIs(action, 'erasures', { json: JSON.stringify([row]) });
  await tellCreated(action, 'erasures', [id]);
  await writeEntry(action, { action: 'create', subject: 'erasures', record: id, client });
}
