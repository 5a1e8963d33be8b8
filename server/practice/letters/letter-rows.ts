import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { queueLetters } from '#server/ground/mail/queue-letter.ts';

/** A letter to plan. What it says is read when it is sent; `start` and `duration` are those of a deleted session. */
export interface PlannedLetter extends Pick<Row<'letters'>, 'kind' | 'client' | 'start' | 'duration'> {
  booking?: string;
  session?: string;
  series?: string;
  sequence?: number;
  stranger?: string;
  /** Absent: at once. */
  at?: Temporal.Instant;
  /** From here on it is no longer sent; absent: from the start on. */
  until?: Temporal.Instant;
  /** Why it is not sent at all. */
  dropped?: string;
}

/** Plans letters in the transaction of the change that they are about. */
export async function queueClientLetters(action: Action, planned: readonly PlannedLetter[]): Promise<void> {
  if (planned.length === 0) return;
  const { context, write, owner, now } = action;
  const stamp = printInstant(now);
  const letters = planned.map(({ at = now, until, dropped, ...letter }) => ({
    until: until ?? Temporal.Instant.from(letter.start),
    at,
    row: {
      booking: '',
      session: '',
      series: '',
      sequence: 0,
      stranger: '',
      ...letter,
      id: newRecordId(),
      user: owner,
      created: stamp,
      updated: stamp,
      state: dropped === undefined ? ('due' as const) : ('dropped' as const),
      not_before: printInstant(at),
      sent_at: '',
      reason: dropped ?? '',
    },
  }));
  const rows = letters.map(({ row }) => row);
  await write.trx.insertInto('letters').values(rows).execute();
  const due = letters.filter(({ row }) => row.state === 'due');
  if (due.length > 0) {
    await queueLetters(
      write,
      due.map(({ row: { id }, at, until }) => ({
        kind: 'client-letter' as const,
        ids: { letter: id },
        account: owner,
        dedupeKey: `client-letter:${id}`,
        now,
        notBefore: at,
        letter: id,
        expires: until,
      })),
    );
    context.events.wakeAfter(write, 'letters');
  }
  await context.events.publishRecords(write, { collection: 'letters', action: 'create', owner, rows });
}

/** Letters by their ids, by what they are about, or all of the practitioner's. */
export type Which =
  | { ids: readonly string[] }
  | { sessions: readonly string[] }
  | { client: string }
  | { booking: string }
  | 'all';

type Waiting = Pick<Row<'letters'>, 'id' | 'kind' | 'state' | 'session'>;

/**
 * Takes letters back that have not left: those that wait, those that would be repeated, and those just being sent,
 * whose sender looks once more before it hands them over. Returns them.
 */
export async function dropWaiting(
  action: Action,
  which: Which,
  kinds: { but: readonly Row<'letters'>['kind'][] } = { but: [] },
): Promise<Waiting[]> {
  const { context, write, owner, now } = action;
  let query = write.trx
    .selectFrom('letters')
    .select(['id', 'kind', 'state', 'session'])
    .where('user', '=', owner)
    .where('state', 'in', ['due', 'unknown']);
  if (which !== 'all') {
    if ('ids' in which) query = query.where('id', 'in', [...which.ids]);
    else if ('sessions' in which)
      query = query.where('session', 'in', [...which.sessions]).where('session', '!=', sql.lit(''));
    else {
      const [column, id] =
        'client' in which ? (['client', which.client] as const) : (['booking', which.booking] as const);
      query = query.where(column, '=', id).where(column, '!=', sql.lit(''));
    }
  }
  if (kinds.but.length > 0) query = query.where('kind', 'not in', [...kinds.but]);
  const found = await query.execute();
  for (const piece of piecesOf(found)) {
    const ids = piece.map(({ id }) => id);
    await write.trx
      .deleteFrom('outbox')
      .where('letter', 'in', ids)
      .where('letter', '!=', sql.lit(''))
      .where('state', '!=', 'sending')
      .execute();
    const rows = await write.trx
      .updateTable('letters')
      .set({ state: 'dropped', updated: printInstant(now) })
      .where('user', '=', owner)
      .where('id', 'in', ids)
      .where('state', '=', 'due')
      .returningAll()
      .execute();
    await context.events.publishRecords(write, { collection: 'letters', action: 'update', owner, rows });
  }
  return found;
}

const AT_ONCE = 500;

export function piecesOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, at) =>
    items.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}
