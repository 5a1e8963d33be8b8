import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import { idList, ownerBesideIds, type AnyRow, loose } from '#server/ground/db/query.ts';
import type { RecordTable, TABLES } from '#server/ground/db/tables.ts';
import { journalAndPublish, selectOwned } from '#server/records/store.ts';
import { insertStored } from '#server/records/store-many.ts';

/**
 * A deleted session as it was stored, its texts sealed, with the rows that were deleted with it and the ids of rows
 * that referred to it.
 */
export interface Removed {
  session: AnyRow & { id: string; client: string | null };
  links: AnyRow[];
  news: AnyRow[];
  payments: string[];
  requests: string[];
}

/** How long a deletion can be undone at least. */
const KEPT = { minutes: 10 };

/**
 * Keeps sessions that are about to be deleted, so that they can be restored as they were (SESSION-17). `by`: the change
 * of a series that removes them.
 */
export async function keepRemoved({ write, owner, now }: Action, ids: readonly string[], by = ''): Promise<void> {
  const { trx, engine } = write;
  const sessions = await selectOwned({ reader: trx, engine }, 'sessions', owner, ids, ['*']);
  if (sessions.length === 0) return;
  const rowsOf = async (table: keyof typeof TABLES, columns: readonly string[] = []) => {
    const all = loose(trx).selectFrom<string>(table);
    const rows = await (columns.length === 0 ? all.selectAll() : all.select([...columns, 'session']))
      .where('user', '=', owner)
      .where('session', 'in', idList(engine, ids))
      .where('session', 'is not', null)
      .execute();
    return Map.groupBy(rows as AnyRow[], ({ session }) => session);
  };
  const [links, news] = [await rowsOf('visit_links'), await rowsOf('news')];
  const [payments, requests] = [await rowsOf('payments', ['id']), await rowsOf('booking', ['id'])];
  const values = (sessions as Removed['session'][]).map((session) => {
    const { id, client } = session;
    const kept: Removed = {
      session,
      links: links.get(id) ?? [],
      // News about a previous client of the session is deleted for good, since that client may be deleted too.
      news: (news.get(id) ?? []).filter((one) => one['client'] === client),
      payments: (payments.get(id) ?? []).map((one) => String(one['id'])),
      requests: (requests.get(id) ?? []).map((one) => String(one['id'])),
    };
    return { user: owner, session: id, client, created: printInstant(now), removed_by: by, kept: JSON.stringify(kept) };
  });
  await trx
    .insertInto('removed_sessions')
    .values(values)
    // The same id may have been deleted before, if another session has got it since.
    .onConflict((conflict) =>
      conflict.columns(['user', 'session']).doUpdateSet((row) => ({
        client: row.ref('excluded.client'),
        created: row.ref('excluded.created'),
        removed_by: row.ref('excluded.removed_by'),
        kept: row.ref('excluded.kept'),
      })),
    )
    .execute();
}

/**
 * Returns what is kept of a deleted session, or of those that a change of a series removed, unless the id is in use
 * again.
 */
export async function findRemoved(
  { write: { trx }, owner }: Action,
  which: { session: string } | { by: string },
): Promise<Removed[]> {
  const [column, value] =
    'session' in which ? (['session', which.session] as const) : (['removed_by', which.by] as const);
  const rows = await trx
    .selectFrom('removed_sessions as removed')
    .leftJoin('sessions', 'sessions.id', 'removed.session')
    .select('removed.kept')
    .where('removed.user', '=', owner)
    .where(`removed.${column}`, '=', value)
    .where('sessions.id', 'is', null)
    .execute();
  return rows.map(({ kept }) => JSON.parse(kept) as Removed);
}

/** Restores removed sessions with everything that they had, and returns their rows. The caller holds their time. */
export async function putBack(action: Action, removed: readonly Removed[]): Promise<AnyRow[]> {
  if (removed.length === 0) return [];
  const { context, write, owner, now } = action;
  const sessions = removed.map(({ session }) => ({ ...session, updated: printInstant(now) }));
  const insert = async (table: RecordTable | 'visit_links', rows: readonly AnyRow[]): Promise<void> => {
    const [first] = rows;
    if (first) await insertStored(write, table, { columns: Object.keys(first), json: JSON.stringify(rows) });
  };
  await insert('sessions', sessions);
  await journalAndPublish(action, 'sessions', 'create', sessions);
  await insert(
    'visit_links',
    removed.flatMap(({ links }) => links),
  );
  const news = removed.flatMap((one) => one.news);
  await insert('news', news);
  await context.events.publishRecords(write, { collection: 'news', action: 'create', owner, rows: news });
  await linkAgain(action, 'payments', removed);
  await linkAgain(action, 'booking', removed);
  await dropRemoved(
    action,
    removed.map(({ session }) => session.id),
  );
  return sessions;
}

/** Deletes what is kept of these sessions, which can no longer be restored then. */
export async function dropRemoved({ write, owner }: Action, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const all = write.trx.deleteFrom('removed_sessions').where('user', '=', owner);
  await all.where('session', 'in', idList(write.engine, ids)).execute();
}

/** Makes payments or requests refer to restored sessions again, unless they have changed meanwhile. */
async function linkAgain(action: Action, table: 'payments' | 'booking', removed: readonly Removed[]): Promise<void> {
  const { write, owner, now } = action;
  const tied: AnyRow[] = [];
  for (const { session, payments, requests } of removed) {
    const ids = table === 'payments' ? payments : requests;
    if (ids.length === 0) continue;
    const free = loose(write.trx)
      .updateTable<string>(table)
      .set({ session: session.id, updated: printInstant(now) })
      .where(ownerBesideIds(write.engine, 'user'), '=', owner)
      .where('id', 'in', idList(write.engine, ids))
      .where('session', 'is', null);
    const same =
      table === 'payments'
        ? free.where('client', '=', session.client).where('amount', '>', 0).where('meetings', '=', 0)
        : free.where('status', '=', 'confirmed');
    tied.push(...(await same.returningAll().execute()));
  }
  if (tied.length > 0) await journalAndPublish(action, table, 'update', tied, ['session']);
}

/** Deletes what is kept of deletions that can no longer be undone. */
export async function forgetRemoved({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.write(async (write) => {
    const before = printInstant(now().subtract(KEPT));
    const old = write.trx.deleteFrom('removed_sessions').where('created', '<', before);
    if ((await old.executeTakeFirstOrThrow()).numDeletedRows > 0n) write.erasesTexts();
  });
}
