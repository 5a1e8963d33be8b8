import { join } from 'node:path';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { deleteAccount } from '#server/accounts/deletion/delete-account.ts';
import type { Context } from '#server/ground/context.ts';
import { act, type Action } from '#server/ground/action.ts';
import { EVEN_WHEN_FULL } from '#server/ground/db/database.ts';
import { idList } from '#server/ground/db/query.ts';
import { encodeRow } from '#server/ground/db/row-codec.ts';
import { ownerId, PROGRAM } from '#server/ground/identity/actor.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { describeError } from '#server/ground/process/log.ts';
import { insertStored } from '#server/records/store-many.ts';
import { deleteLetterFiles, erase } from '#server/data/erasures/erase-client.ts';
import { findRows } from '#server/data/erasures/find-rows.ts';
import {
  DamagedList,
  type Erased,
  ERASED_FILE,
  type ErasedClient,
  listFolders,
  readErasedFile,
} from '#server/data/erasures/erased-list.ts';

/**
 * Erases again whom the lists name and the database still has, which then came from an older backup; to be called before
 * anybody is served (OWN-05). Leaves alone whom people worked with after the erasure: another copy of the data erased
 * them.
 */
export async function eraseAgain(context: Context): Promise<void> {
  const clients = new Map<string, ErasedClient>();
  const accounts = new Map<string, string>();
  for (const folder of listFolders(context.config)) {
    for (const line of await linesIn(context, folder)) {
      if (!('account' in line)) clients.set(line.id, line);
      // The latest: an account that outlived the line of another copy may be deleted later.
      else if (line.deleted > (accounts.get(line.account) ?? '')) accounts.set(line.account, line.deleted);
    }
  }
  if (accounts.size > 0) await deleteAgain(context, accounts);
  if (clients.size === 0) return;
  for (const erasure of await presentOf(context, [...clients.values()])) {
    const { user, client, created: since } = erasure;
    if (await isLeftAlone(context, { user, client, since })) continue;
    const caller = { context, actor: PROGRAM, now: context.now() };
    const { db } = context;
    const scope = { reader: db.read, engine: db.engine, owner: ownerId(user) };
    await deleteLetterFiles(context, (await findRows(scope, erasure, caller.now)).letters);
    // The operator's list names the owner: it was written from that owner's rows.
    await act(caller, ownerId(user), (action) => repeat(action, erasure), EVEN_WHEN_FULL);
  }
}

/** No lines where the disk of BACKUP_DIR is away, as before the first backup: a restore brings what its list has more. */
async function linesIn({ config, log }: Context, folder: string): Promise<Erased[]> {
  try {
    return (await readErasedFile(join(folder, ERASED_FILE))).lines;
  } catch (error) {
    if (folder === config.dataDir || error instanceof DamagedList) throw error;
    log.error(describeError(error), 'the list of the erased in BACKUP_DIR cannot be read');
    return [];
  }
}

/** Deletes accounts again; the eraser then erases what they owned. */
async function deleteAgain(context: Context, listed: ReadonlyMap<string, string>): Promise<void> {
  let again = 0;
  for (const id of await livingOf(context.db, [...listed.keys()])) {
    const deleted = listed.get(id) ?? '';
    if (await isLeftAlone(context, { user: id, since: deleted })) continue;
    const caller = { context, actor: PROGRAM, now: context.now() };
    await act(caller, ownerId(id), (action) => deleteAccount(action, { id }, deleted), EVEN_WHEN_FULL);
    again += 1;
  }
  if (again > 0) context.log.info({ accounts: again }, 'deleted accounts came back, and are erased again');
}

/**
 * Returns whether a person worked with an account, or with one of its clients, after the erasure, and logs it: then this
 * database is no older backup, and the line comes from another copy of the data.
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
  log.error(what, 'erased.jsonl names what was used after it: it is of another copy of the data, and is not followed');
  return true;
}

/** Returns the accounts that the database has and that are not deleted. */
async function livingOf({ read, engine }: Context['db'], ids: string[]): Promise<string[]> {
  const users = read.selectFrom('users').select('id').where('deleted', 'is', null);
  const rows = await users.where('id', 'in', idList(engine, ids)).execute();
  return rows.map(({ id }) => id);
}

/** Returns those of whom the database has a row, or whose erasure it does not know. */
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
  await insertStored(action.write, 'erasures', { columns: Object.keys(row), json: JSON.stringify([row]) });
  await action.context.events.publishRecords(action.write, {
    collection: 'erasures',
    action: 'create',
    owner: action.owner,
    rows: [row],
  });
  await writeEntry(action, { action: 'create', subject: 'erasures', record: id, client });
}
