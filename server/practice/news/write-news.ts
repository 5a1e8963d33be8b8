import { type NewsKind, NEWS_DAYS } from '#domain/news/news.ts';
import { printInstant, type StoredInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { NewRow, Row } from '#server/ground/db/schema.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { journalAndPublish } from '#server/records/store.ts';
import type { Context } from '#server/ground/context.ts';

/** A row of news; omitted columns are empty. */
export interface News {
  id?: string;
  kind: NewsKind;
  session?: string | null;
  client?: string | null;
  booking?: string | null;
  before?: StoredInstant;
  after?: StoredInstant;
}

/**
 * Adds news for the practitioner, in the transaction of the change that it is about. The journal has that change, so
 * news gets no entry of its own.
 */
export async function addNews(action: Action, told: readonly News[]): Promise<void> {
  if (told.length === 0) return;
  const { context, write, owner } = action;
  // The time under the lock, not that of the call: news that is committed later must be newer, which `until` relies on.
  const created = printInstant(context.now());
  const values = told.map(({ id = newRecordId(), kind, session, client, booking, before, after }): NewRow<'news'> => ({
    id,
    user: owner,
    kind,
    session: session || null,
    client: client || null,
    booking: booking || null,
    before: before || null,
    after: after || null,
    created,
    updated: created,
  }));
  const rows = await write.trx.insertInto('news').values(values).returningAll().execute();
  await context.events.publishRecords(write, { collection: 'news', action: 'create', owner, rows });
}

/**
 * Marks news as seen, all or those created up to an instant (inclusive). Returns the instant by which `markUnseen`
 * identifies them.
 */
export async function markSeen(action: Action, until?: StoredInstant): Promise<StoredInstant> {
  const unseen = unseenOf(action);
  const rows = await (until === undefined ? unseen : unseen.where('created', '<=', until)).execute();
  if (rows.length > 0) await journalAndPublish(action, 'news', 'update', rows, ['seen']);
  return printInstant(action.now);
}

/** Undoes a `markSeen` by its instant, except for news that was marked again since. */
export async function markUnseen(action: Action, at: StoredInstant): Promise<void> {
  const { write, owner, now } = action;
  const rows = await write.trx
    .updateTable('news')
    .set({ seen: 0, updated: printInstant(now) })
    .where('user', '=', owner)
    .where('seen', '=', 1)
    .where('updated', '=', at)
    .returningAll()
    .execute();
  if (rows.length > 0) await journalAndPublish(action, 'news', 'update', rows, ['seen']);
}

/** Marks the news about a request as seen, because the practitioner has decided it. The journal has the decision. */
export async function markAnswered(action: Action, booking: string): Promise<void> {
  const rows = await unseenOf(action).where('booking', '=', booking).execute();
  const { context, write, owner } = action;
  await context.events.publishRecords(write, { collection: 'news', action: 'update', owner, rows });
}

function unseenOf({ write, owner, now }: Action) {
  return write.trx
    .updateTable('news')
    .set({ seen: 1, updated: printInstant(now) })
    .where('user', '=', owner)
    .where('seen', '=', 0)
    .returningAll();
}

/** Deletes the news of an import that is undone. */
export async function takeBackNews(action: Action, id: string): Promise<void> {
  const { context, write, owner } = action;
  const rows = await write.trx
    .deleteFrom('news')
    .where('user', '=', owner)
    .where('id', '=', id)
    .returningAll()
    .execute();
  await context.events.publishRecords(write, { collection: 'news', action: 'delete', owner, rows });
}

/**
 * Adds news about a refused letter: at most one a day of the practitioner's zone for each client, or for each request
 * without one (NEWS-01).
 */
export async function addRefusalNews(action: Action, letter: Row<'letters'>): Promise<void> {
  const { write, owner, context } = action;
  const { client, booking, start } = letter;
  const about = client === null ? (['booking', booking] as const) : (['client', client] as const);
  if (about[1] === null) return;
  const profile = await write.trx
    .selectFrom('profiles')
    .select('time_zone')
    .where('user', '=', owner)
    .executeTakeFirst();
  // A deleted account gets no news.
  if (!profile) return;
  const today = context.now().toZonedDateTimeISO(profile.time_zone).startOfDay().toInstant();
  const told = await write.trx
    .selectFrom('news')
    .select('id')
    .where('user', '=', owner)
    .where(about[0], '=', about[1])
    .where('kind', '=', 'letter_failed')
    .where('created', '>=', printInstant(today))
    .executeTakeFirst();
  if (told) return;
  const session = await findMeeting(action, letter);
  await addNews(action, [
    { kind: 'letter_failed', client, session, booking: session === null ? booking : null, after: start },
  ]);
}

/** Returns the session that a letter names first; null where it names none, or a deleted one. */
async function findMeeting({ write, owner }: Action, letter: Row<'letters'>): Promise<string | null> {
  const { session, client, about, start } = letter;
  const own = write.trx.selectFrom('sessions').select('id').where('user', '=', owner);
  const named =
    session === null
      ? about === ''
        ? null
        : own.where('client', '=', client).where('date', '=', start)
      : own.where('id', '=', session);
  return (await named?.executeTakeFirst())?.id ?? null;
}

const AT_ONCE = 500;

/** Deletes news older than a month, seen or not. */
export async function forgetNews({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = printInstant(now().subtract({ hours: 24 * NEWS_DAYS }));
  const old = db.read.selectFrom('news').select('id').where('created', '<', before).limit(AT_ONCE);
  for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
    deleted = await db.write(async ({ trx }) => {
      const { numDeletedRows } = await trx.deleteFrom('news').where('id', 'in', old).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });
  }
}
