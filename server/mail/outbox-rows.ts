import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/context.ts';
import type { Row } from '#server/db/schema.ts';

type Rows = Pick<Context, 'db' | 'now'>;

/** Longer than any attempt lasts: what is still being sent after it was left behind by a process that ended. */
const ABANDONED_AFTER = { minutes: 3 };
/** Clocks of nodes differ by less. What was noted later than that from now was noted while a clock was ahead. */
const SKEW = { minutes: 2 };
const KEPT = { hours: 30 * 24 };
/** A day, of which the hour until the next look at it may pass. */
const ADDRESS_KEPT = { hours: 23 };

/** 'unknown' may have arrived: it is sent again under the same Message-ID, which mail programs show once. */
const WAITING = ['due', 'unknown'] as const;

/** Takes the letter that waits longest, so that no other node takes it too. */
export async function claimLetter({ db, now }: Rows): Promise<Row<'outbox'> | null> {
  const at = printInstant(now());
  const waiting = db.read
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', WAITING)
    .where('not_before', '<=', at)
    .orderBy('not_before')
    .limit(1);
  // Most of the time there is none: that is found out without a transaction.
  if (!(await waiting.executeTakeFirst())) return null;
  return db.write(async ({ trx, engine }) => {
    const free = engine === 'postgres' ? waiting.forUpdate().skipLocked() : waiting;
    const claimed = await trx
      .updateTable('outbox')
      .set((row) => ({ state: 'sending', attempts: row('attempts', '+', 1), updated: at }))
      .where('id', '=', free)
      .returningAll()
      .executeTakeFirst();
    return claimed ?? null;
  });
}

/** Notes what became of a claimed letter. */
export async function settleLetter(
  { db, now }: Rows,
  id: string,
  state: Exclude<Row<'outbox'>['state'], 'sending'>,
  notBefore: Temporal.Instant = now(),
): Promise<void> {
  const settled = state === 'sent' || state === 'failed';
  const changes = {
    state,
    not_before: printInstant(notBefore),
    updated: printInstant(now()),
    ...(settled && { address: '' }),
  };
  await db.write(({ trx }) =>
    trx.updateTable('outbox').set(changes).where('id', '=', id).where('state', '=', 'sending').execute(),
  );
}

/** Removes a letter that has nothing left to say. */
export async function dropLetter({ db }: Rows, id: string): Promise<void> {
  await db.write(({ trx }) => trx.deleteFrom('outbox').where('id', '=', id).execute());
}

/**
 * Takes back letters that a process left behind between handing them over and noting it: they may have arrived. `all`:
 * nobody else sends, so every letter being sent was left behind. `except` are being sent by this process.
 */
export async function takeBackAbandoned({ db, now }: Rows, all: boolean, except: readonly string[]): Promise<void> {
  const at = now();
  const before = printInstant(at.subtract(ABANDONED_AFTER));
  const ahead = printInstant(at.add(SKEW));
  let abandoned = db.read.selectFrom('outbox').select('id').where('state', '=', 'sending');
  if (!all) abandoned = abandoned.where((row) => row.or([row('updated', '<=', before), row('updated', '>', ahead)]));
  if (except.length > 0) abandoned = abandoned.where('id', 'not in', except);
  if (!(await abandoned.limit(1).executeTakeFirst())) return;
  await db.write(({ trx }) =>
    trx
      .updateTable('outbox')
      .set({ state: 'unknown', not_before: printInstant(at), updated: printInstant(at) })
      .where('id', 'in', abandoned)
      .execute(),
  );
}

/** Makes letters due that wait for an hour which a clock that was ahead had named: a clock set back must not keep them. */
export async function callBackFuture({ db, now }: Rows): Promise<void> {
  const at = printInstant(now());
  const ahead = db.read
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', WAITING)
    .where('updated', '>', printInstant(now().add(SKEW)));
  if (!(await ahead.limit(1).executeTakeFirst())) return;
  await db.write(({ trx }) =>
    trx.updateTable('outbox').set({ not_before: at, updated: at }).where('id', 'in', ahead).execute(),
  );
}

/** Forgets letters that were settled long ago; what they were about may be queued again from then on. */
export async function forgetSettled({ db, now }: Rows): Promise<void> {
  const before = printInstant(now().subtract(KEPT));
  await db.write(({ trx }) =>
    trx.deleteFrom('outbox').where('state', 'in', ['sent', 'failed']).where('updated', '<', before).execute(),
  );
}

/** Forgets letters with an address of their own that nobody took for a day. */
export async function forgetAddressed({ db, now }: Rows): Promise<void> {
  const before = printInstant(now().subtract(ADDRESS_KEPT));
  await db.write(({ trx }) =>
    trx.deleteFrom('outbox').where('address', '!=', sql.lit('')).where('created', '<', before).execute(),
  );
}
