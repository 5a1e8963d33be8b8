import { type Expression, sql, type SqlBool } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { newRecordId, randomText } from '#server/ground/identity/record-id.ts';

/** A letter to plan. What it says is read when it is sent; `start` and `duration` are those of a deleted session. */
export interface PlannedLetter extends Pick<Decoded<'letters'>, 'kind' | 'client' | 'start' | 'duration'> {
  booking?: string;
  session?: string;
  series?: string;
  stranger?: string | null;
  /** Absent: at once. */
  at?: Temporal.Instant;
  /** From here on it is no longer sent; absent: from the start on. */
  until?: Temporal.Instant;
  /** What it is about, see `printAbout`; absent of one that says one thing whatever holds. */
  about?: string;
  /** Why it is not sent at all. */
  over?: { state: 'dropped' | 'expired'; reason: string };
}

/** Plans letters in the transaction of the change that they are about; none where the practitioner wants none. */
export async function planLetters(action: Action, planned: readonly PlannedLetter[]): Promise<void> {
  if (planned.length === 0 || action.silent) return;
  const { context, write, owner, now } = action;
  const stamp = printInstant(now);
  const values = planned.map(({ at = now, until, over, session = '', booking = '', series = '', ...letter }) => ({
    ...letter,
    client: letter.client || null,
    booking: booking || null,
    session: session || null,
    series: series || null,
    id: newRecordId(),
    user: owner,
    created: stamp,
    updated: stamp,
    message_id: randomText(32),
    state: over?.state ?? ('due' as const),
    not_before: over ? null : printInstant(at),
    expires: until ? printInstant(until) : letter.start,
    sent_at: null,
    reason: over?.reason ?? '',
  }));
  for (let at = 0; at < values.length; at += AT_ONCE) {
    const rows = await write.trx
      .insertInto('letters')
      .values(values.slice(at, at + AT_ONCE))
      // The only conflict is a reminder of a start that has one: it never goes twice.
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute();
    await context.events.publishRecords(write, { collection: 'letters', action: 'create', owner, rows });
  }
  context.events.wakeAfter(write, 'letters');
}

/** SQLite takes 32,766 values in a statement. */
const AT_ONCE = 500;

/** Letters by their ids, by what they are about, or all of the practitioner's. */
export type Which = { ids: readonly string[] } | { client: string } | { booking: string } | 'all';

/** Takes a letter out that has not left yet, or that would be repeated. */
export const WAITS = sql<SqlBool>`(state = 'due' or not_before is not null)`;

/**
 * Takes letters back that have not left: those that wait, those that would be repeated, and those just being sent,
 * whose sender looks once more before it hands them over. `reason` is remembered where
 * it is given. Returns them.
 */
export async function dropLetters(action: Action, which: Which, reason = ''): Promise<Row<'letters'>[]> {
  const { context, write, owner, now } = action;
  const rows = await write.trx
    .updateTable('letters')
    .set({
      state: sql`case when state = 'due' then 'dropped' else state end`,
      not_before: null,
      updated: printInstant(now),
      ...(reason !== '' && { reason: sql<string>`case when state = 'due' then ${reason} else reason end` }),
    })
    .where('user', '=', owner)
    .where(WAITS)
    .where(isOne(which))
    .returningAll()
    .execute();
  await context.events.publishRecords(write, { collection: 'letters', action: 'update', owner, rows });
  return rows;
}

function isOne(which: Which): Expression<SqlBool> {
  if (which === 'all') return sql<SqlBool>`true`;
  if ('ids' in which) return sql<SqlBool>`id in (${sql.join(which.ids)})`;
  return 'client' in which ? sql<SqlBool>`client = ${which.client}` : sql<SqlBool>`booking = ${which.booking}`;
}

/** Forgets what letters are about that others took over. */
export async function forgetAbout({ write, owner }: Action, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await write.trx
    .updateTable('letters')
    .set({ about: '' })
    .where('user', '=', owner)
    .where('id', 'in', [...ids])
    .where('about', '!=', sql.lit(''))
    .execute();
}
