import { deleteAccount } from '#server/accounts/delete-account.ts';
import type { Context } from '#server/context.ts';
import { act, type Action } from '#server/ground/db/action.ts';
import { EVEN_WHEN_FULL } from '#server/ground/db/database.ts';
import { idList } from '#server/ground/db/id-list.ts';
import { decodeRow, encodeRow } from '#server/ground/db/row-codec.ts';
import { ownerId, PROGRAM } from '#server/ground/identity/actor.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { describeError } from '#server/ground/process/log.ts';
import { insertAsIs, publishCreated } from '#server/records/store-many.ts';
import { erase } from '#server/data/erasures/erase-client.ts';
import {
  addToErasedList,
  type ErasedClient,
  type ErasedList,
  joinLists,
  readErasedList,
} from '#server/data/erasures/erased-list.ts';

function foldersOf({ config }: Pick<Context, 'config'>): string[] {
  return [config.dataDir, ...(config.backupDir === null ? [] : [config.backupDir])];
}

/** Writes what was erased beside the data and beside the backups. A failure is logged: the next look tries again. */
export async function keepErasedLists({ db, config, log }: Context): Promise<void> {
  const rows = await db.read.selectFrom('erasures').selectAll().execute();
  const accounts = await db.read.selectFrom('erased_accounts').selectAll().execute();
  if (rows.length + accounts.length === 0) return;
  const clients = rows.map((row): ErasedClient => {
    const { updated: _same, ...erasure } = decodeRow('erasures', row);
    return erasure as ErasedClient;
  });
  for (const folder of foldersOf({ config })) {
    try {
      await addToErasedList(folder, { clients, accounts });
    } catch (error) {
      log.error(describeError(error), 'the list of the erased was not written, tried again');
    }
  }
}

/**
 * Erases again whom the lists name and the database has: it came from an older backup. Before anybody is served (OWN-05).
 * Whom people worked with after the erasure it leaves alone: another copy erased them.
 */
export async function eraseAgain(context: Context): Promise<void> {
  const listed = joinLists(await Promise.all(foldersOf(context).map(readErasedList)));
  if (listed.accounts.length > 0) await deleteAgain(context, listed.accounts);
  if (listed.clients.length > 0) {
    for (const erasure of await presentOf(context, listed.clients)) {
      const { user, client, created: since } = erasure;
      if (await isLeftAlone(context, { user, client, since })) continue;
      const caller = { context, actor: PROGRAM, now: context.now() };
      // The operator's list names the owner: it was written from that owner's rows.
      await act(caller, ownerId(erasure.user), (action) => repeat(action, erasure), EVEN_WHEN_FULL);
    }
  }
  await keepErasedLists(context);
}

/** The eraser erases behind that what these accounts owned. */
async function deleteAgain(context: Context, listed: ErasedList['accounts']): Promise<void> {
  const { db, log } = context;
  const present = await livingOf(
    db,
    listed.map(({ id }) => id),
  );
  let again = 0;
  for (const { id, deleted } of listed) {
    if (!present.includes(id)) continue;
    if (await isLeftAlone(context, { user: id, since: deleted })) continue;
    const caller = { context, actor: PROGRAM, now: context.now() };
    await act(caller, ownerId(id), (action) => deleteAccount(action, { id }, deleted), EVEN_WHEN_FULL);
    again += 1;
  }
  if (again > 0) log.info({ accounts: again }, 'deleted accounts came back, and are erased again');
}

/**
 * Returns whether a person worked with an account, or with one of its clients, after the erasure, and logs it: then this
 * database is no older backup, and the list is of another copy.
 */
async function isLeftAlone(
  { db, log }: Context,
  { user, client, since }: { user: string; client?: string; since: string },
): Promise<boolean> {
  let rows = db.read.selectFrom('journal').select('created').where('user', '=', user);
  if (client !== undefined) {
    const stored = db.read.selectFrom('clients').select('id').where('id', '=', client);
    rows = rows.where('client', '=', client).where((row) => row.exists(stored));
  }
  // The program and the operator may write before the first start after a restore.
  const people = rows.where('author', 'in', ['practitioner', 'visitor']);
  const last = await people.orderBy('seq', 'desc').limit(1).executeTakeFirst();
  if (!last || last.created <= since) return false;
  const what = client === undefined ? { account: user } : { account: user, client };
  log.error(what, 'erased.json names what was used after it: it is of another copy of the data, and is not followed');
  return true;
}

/** Returns the accounts that the database has and that are not deleted. */
async function livingOf({ read, engine }: Context['db'], ids: string[]): Promise<string[]> {
  const users = read.selectFrom('users').select('id').where('deleted', '=', '');
  const rows = await users.where('id', 'in', idList(engine, ids)).execute();
  return rows.map(({ id }) => id);
}

/** Returns those of whom the database has something, or does not know that they were erased. */
async function presentOf({ db }: Context, listed: readonly ErasedClient[]): Promise<ErasedClient[]> {
  const inside = async (table: 'clients' | 'booking', ids: string[]): Promise<Set<string>> => {
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
  const users = new Set(
    await livingOf(
      db,
      listed.map(({ user }) => user),
    ),
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
  await publishCreated(action, 'erasures', [id]);
  await writeEntry(action, { action: 'create', subject: 'erasures', record: id, client });
}
