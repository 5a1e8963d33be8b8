import { type NewsKind, NEWS_DAYS } from '#domain/news/news.ts';
import { printInstant, type StoredInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { NewRow, Row } from '#server/ground/db/schema.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { journalAndPublish } from '#server/records/store.ts';
import type { Context } from '#server/ground/context.ts';

/** A row to tell; what is left out is empty. */
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
 * Tells the practitioner, in the transaction of what it tells. The journal has that change itself, so news has no entry
 * there.
 */
export async function addNews(action: Action, told: readonly News[]): Promise<void> {
  if (told.length === 0) return;
  const { context, write, owner } = action;
  // Under the lock and not when the call began: what is committed later is newer, as `until` of a caller expects.
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
 * Marks all news as seen, or those created up to an instant, itself included. Returns the instant by which `markUnseen`
 * knows them.
 */
export async function markSeen(action: Action, until?: StoredInstant): Promise<StoredInstant> {
  const unseen = unseenOf(action);
  const rows = await (until === undefined ? unseen : unseen.where('created', '<=', until)).execute();
  if (rows.length > 0) await journalAndPublish(action, 'news', 'update', rows, ['seen']);
  return printInstant(action.now);
}

/** Takes back what was marked as seen in one go at an instant, but for what was marked otherwise since. */
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

/** The practitioner answered a request: what it told is seen. The journal has the answer. */
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

/** An import that is taken back was never there. */
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
 * Tells that a letter was refused: once for a client, or for a request without one, on a day of the practitioner's
 * zone (NEWS-01).
 */
export async function tellRefusedLetter(action: Action, letter: Row<'letters'>): Promise<void> {
  const { write, owner, context } = action;
  const { client, booking, start } = letter;
  const about = client === null ? (['booking', booking] as const) : (['client', client] as const);
  if (about[1] === null) return;
  const profile = await write.trx
    .selectFrom('profiles')
    .select('time_zone')
    .where('user', '=', owner)
    .executeTakeFirst();
  // A deleted account hears of nothing.
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

/** Returns the session that a letter names first; null where it names none, or one that is deleted. */
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

/** Deletes what is older than a month, seen or not. */
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
