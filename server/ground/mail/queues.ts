import { sql } from 'kysely';
import { type AttemptedLetter, type Outcome, settle, type Settled } from '#domain/letters/next-attempt.ts';
import type { ClientLetterState } from '#domain/letters/letter.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import type { Write } from '#server/ground/db/database.ts';
import { loose } from '#server/ground/db/query.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { ownerId } from '#server/ground/identity/actor.ts';

/**
 * The tables of letters to send, in the order in which they are checked: letters about accounts are few, and their
 * readers wait for them; thousands to clients can be due at once.
 */
const QUEUES = ['outbox', 'letters'] as const;

/** A letter of either table that this process is sending. */
export type Claimed = {
  [Queue in (typeof QUEUES)[number]]: { queue: Queue; row: Row<Queue> };
}[(typeof QUEUES)[number]];

/** Stores the consequences of a letter's outcome, in the transaction that stores the outcome. */
export type Follow = (context: Context, write: Write, letter: Row<'letters'>) => Promise<void>;

type Rows = Pick<Context, 'db' | 'now'>;

/** Longer than any attempt lasts: a letter claimed for longer was abandoned by a process that ended. */
const ABANDONED_AFTER = { minutes: 3 };
/** Clocks of nodes differ by less. A row with a time further in the future was written by a clock that ran ahead. */
const SKEW = { minutes: 2 };
const KEPT = { hours: 30 * 24 };
/** A day less the hour that may pass until the next check. */
const ADDRESS_KEPT = { hours: 23 };

/**
 * Claims the letter that has been due for longest, letters about accounts first, so that no other node sends it too.
 * `more`: another one is due.
 */
export async function claimLetter({ db, now }: Rows): Promise<{ claimed: Claimed; more: boolean } | null> {
  const at = printInstant(now());
  const isDue = sql<boolean>`not_before <= ${at} and claimed is null`;
  const looks = QUEUES.map(
    (queue) =>
      sql`select * from (select ${sql.lit(queue)} as queue from ${sql.table(queue)} where ${isDue} limit 2) as due`,
  );
  // Usually none is due: a plain read finds that out without a transaction.
  const { rows } = await sql<{ queue: Claimed['queue'] }>`${sql.join(looks, sql` union all `)}`.execute(db.read);
  for (const queue of new Set(rows.map((row) => row.queue))) {
    const row = await db.write(({ trx, engine }) => {
      const first = loose(trx).selectFrom<string>(queue).select('id').where(isDue).orderBy('not_before').limit(1);
      return loose(trx)
        .updateTable<string>(queue)
        .set((column) => ({ claimed: at, updated: at, attempts: column('attempts', '+', 1) }))
        .where('id', '=', engine === 'postgres' ? first.forUpdate().skipLocked() : first)
        .returningAll()
        .executeTakeFirst();
    });
    if (row) return { claimed: { queue, row } as Claimed, more: rows.length > 1 };
  }
  return null;
}

/**
 * Stores the outcome of an attempt, unless the letter was taken back meanwhile. `claimed` has the count of hand-overs
 * at the end of the attempt. Returns the new state; null where the letter was deleted, as with its erased client.
 */
export async function settleLetter(
  context: Context,
  follow: Follow,
  claimed: Claimed,
  result: Outcome,
): Promise<ClientLetterState | null> {
  return context.db.write(async (write) => {
    // The consequences change the client: as in every action, the lock comes before the rows.
    if (claimed.queue === 'letters' && settle(attempted(claimed), result).state === 'failed')
      await write.lock(ownerId(claimed.row.user));
    const settled = settle(attempted(claimed), result);
    if (await store(context, follow, write, claimed, settled)) return settled.state;
    const present = await findPresent(write, claimed);
    if (!present) return null;
    if (present.row.claimed === null || present.row.attempts !== claimed.row.attempts) return present.row.state;
    // It was dropped during the attempt.
    const dropped = { ...claimed, row: { ...claimed.row, state: present.row.state } } as Claimed;
    const known = settle(attempted(dropped), result);
    await store(context, follow, write, dropped, known);
    return known.state;
  });
}

function attempted({ row }: Claimed): AttemptedLetter {
  return { state: row.state, attempts: row.attempts, handed: 'handed' in row ? row.handed : 0 };
}

/** Returns false where the stored letter differs from this one: it was dropped, taken back or deleted. */
async function store(
  context: Context,
  follow: Follow,
  write: Write,
  { queue, row }: Claimed,
  { state, reason, again }: Settled,
): Promise<boolean> {
  const now = context.now();
  const next = {
    claimed: null,
    // A letter that was taken back during its attempt is not retried.
    not_before:
      again === null
        ? null
        : sql<string | null>`case when not_before is not null then ${printInstant(now.add({ seconds: again }))} end`,
    updated: printInstant(now),
  };
  const known = sql<boolean>`id = ${row.id} and attempts = ${row.attempts} and claimed is not null and state = ${row.state}`;
  if (queue === 'letters') {
    const stored = await write.trx
      .updateTable('letters')
      .set({
        ...next,
        state,
        ...(reason !== undefined && { reason }),
        ...(state === 'sent' && { sent_at: next.updated }),
      })
      .set({ handed: row.handed })
      .where(known)
      .returningAll()
      .executeTakeFirst();
    if (stored) await follow(context, write, stored);
    return stored !== undefined;
  }
  // No screen shows letters about accounts that are no longer relevant.
  const isOver = state === 'dropped' || state === 'expired';
  const done = await (
    isOver
      ? write.trx.deleteFrom('outbox').where(known).returning('id')
      : write.trx
          .updateTable('outbox')
          .set({ ...next, state, ...(again === null && { address: null }) })
          .where(known)
          .returning('id')
  ).executeTakeFirst();
  return done !== undefined;
}

async function findPresent({ trx, engine }: Write, { queue, row: { id } }: Claimed): Promise<Claimed | null> {
  const present = loose(trx).selectFrom<string>(queue).selectAll().where('id', '=', id);
  const row = await (engine === 'postgres' ? present.forUpdate() : present).executeTakeFirst();
  return row ? ({ queue, row } as Claimed) : null;
}

/**
 * Counts a letter to a client as handed over, just before it is, if `holds` returns in the same transaction that its
 * content is still true; returns that. A change that takes the letter back and the hand-over wait for each other.
 */
export async function countHandover(
  { db }: Pick<Rows, 'db'>,
  id: string,
  holds: (write: Write) => Promise<boolean>,
): Promise<boolean> {
  return db.write(async (write) => {
    const add = (by: 1 | -1) =>
      write.trx
        .updateTable('letters')
        .set((row) => ({ handed: row('handed', '+', by) }))
        .where('id', '=', id)
        .execute();
    await add(1);
    if (await holds(write)) return true;
    await add(-1);
    return false;
  });
}

/**
 * Requeues letters that a process abandoned between claiming them and storing the outcome, and makes those due whose
 * time was set by a clock that ran ahead. `all`: no other process sends, so every claimed letter except those of this
 * process (`except`) is abandoned.
 */
export async function requeueLetters(
  context: Context,
  follow: Follow,
  { all, except }: { all: boolean; except: readonly string[] },
): Promise<void> {
  const { db } = context;
  const now = context.now();
  const ahead = printInstant(now.add(SKEW));
  const isAbandoned = all
    ? sql<boolean>`claimed is not null`
    : sql<boolean>`(claimed <= ${printInstant(now.subtract(ABANDONED_AFTER))} or claimed > ${ahead})`;
  for (const queue of QUEUES) {
    const abandoned = await loose(db.read).selectFrom<string>(queue).selectAll().where(isAbandoned).execute();
    for (const row of abandoned.filter(({ id }) => !except.includes(String(id)))) {
      await settleLetter(context, follow, { queue, row } as Claimed, { outcome: 'abandoned' });
    }
    const early = loose(db.read)
      .selectFrom<string>(queue)
      .select('id')
      .where(sql<boolean>`not_before is not null and claimed is null and updated > ${ahead}`);
    if (!(await early.limit(1).executeTakeFirst())) continue;
    await db.write(({ trx }) =>
      loose(trx)
        .updateTable<string>(queue)
        .set({ not_before: printInstant(now), updated: printInstant(now) })
        .where('id', 'in', early)
        .execute(),
    );
  }
}

/** Deletes letters about accounts that were settled long ago; letters with the same key can be queued again then. */
export async function forgetSettled({ db, now }: Rows): Promise<void> {
  const before = printInstant(now().subtract(KEPT));
  await db.write(({ trx }) =>
    trx
      .deleteFrom('outbox')
      .where('not_before', 'is', null)
      .where('state', 'in', ['sent', 'failed'])
      .where('updated', '<', before)
      .execute(),
  );
}

/** Deletes letters that after a day are still undelivered and so have an address of their own. */
export async function forgetAddressed({ db, now }: Rows): Promise<void> {
  const before = printInstant(now().subtract(ADDRESS_KEPT));
  await db.write(({ trx }) =>
    trx.deleteFrom('outbox').where('address', 'is not', null).where('created', '<', before).execute(),
  );
}
