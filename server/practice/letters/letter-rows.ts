import { type Expression, sql, type SqlBool } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { newRecordId, randomText } from '#server/ground/identity/record-id.ts';

/** A letter to plan. What it says is read when it is sent; `start` and `duration` are for a session deleted by then. */
export interface PlannedLetter extends Pick<Decoded<'letters'>, 'kind' | 'client' | 'start' | 'duration'> {
  booking?: string;
  session?: string;
  series?: string;
  stranger?: string | null;
  /** When to send it; absent: immediately. */
  at?: Temporal.Instant;
  /** When it expires; absent: at the start. */
  until?: Temporal.Instant;
  /** What it is about, see `printAbout`; absent where its content does not depend on what holds later. */
  about?: string;
  /** Why it is stored but not sent. */
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
      // The only conflict is a second reminder of the same start, which is never sent.
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute();
    await context.events.publishRecords(write, { collection: 'letters', action: 'create', owner, rows });
  }
  context.events.wakeAfter(write, 'letters');
}

/** SQLite allows 32,766 values in a statement. */
const AT_ONCE = 500;

/** Letters by their ids, by client or request, or all of the practitioner's. */
export type Which = { ids: readonly string[] } | { client: string } | { booking: string } | 'all';

/** The condition that a letter waits, or would be retried. */
export const WAITS = sql<SqlBool>`(state = 'due' or not_before is not null)`;

/**
 * Drops letters that wait, would be retried or are just being sent; their sender checks once more before it hands them
 * over. Stores `reason` unless it is ''. Returns the letters.
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

/** Clears what letters are about, because others tell it instead. */
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
