import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import type { Write } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { ownerId } from '#server/ground/identity/actor.ts';

type Rows = Pick<Context, 'db' | 'now'>;

/** Longer than any attempt lasts: a letter in state `sending` for longer was abandoned by a process that ended. */
const ABANDONED_AFTER = { minutes: 3 };
/** Clocks of nodes differ by less. A row updated further in the future was written while a clock ran ahead. */
const SKEW = { minutes: 2 };
const KEPT = { hours: 30 * 24 };
/** A day minus the hour that can pass until the next check. */
const ADDRESS_KEPT = { hours: 23 };

/** A letter to a client arrives twice at most, whatever happens. */
export const HANDED_MOST = 2;

/** 'unknown' may have arrived: it is sent again under the same Message-ID, which mail programs show once. */
const WAITING = ['due', 'unknown'] as const;

/** Letters about an account are few, and somebody waits for them; thousands to clients can be due at once. */
const TURNS = [true, false].flatMap((own) => WAITING.map((state) => ({ state, own })));

/**
 * Claims a letter that is due, so that no other node sends it too: those about accounts first, and of each state the one
 * that waits longest.
 */
export async function claimLetter({ db, now }: Rows): Promise<Row<'outbox'> | null> {
  const at = printInstant(now());
  // State by state, so that an index finds the one of thousands; a repeat that the next crash meets again is not sent any more.
  for (const { state, own } of TURNS) {
    let waiting = db.read
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', state)
      .where('not_before', '<=', at)
      .orderBy('not_before')
      .limit(1);
    if (own) waiting = waiting.where('letter', '=', sql.lit(''));
    // The outbox is mostly empty: a plain read finds that without a transaction.
    if (!(await waiting.executeTakeFirst())) continue;
    const claimed = await db.write(({ trx, engine }) =>
      trx
        .updateTable('outbox')
        .set((row) => ({ state: 'sending', attempts: row('attempts', '+', 1), updated: at }))
        .where('id', '=', engine === 'postgres' ? waiting.forUpdate().skipLocked() : waiting)
        .returningAll()
        .executeTakeFirst(),
    );
    if (claimed) return claimed;
  }
  return null;
}

type Claimed = Pick<Row<'outbox'>, 'id' | 'letter' | 'account'>;

interface Outcome {
  state: Exclude<Row<'outbox'>['state'], 'sending'>;
  reason?: string;
  notBefore?: Temporal.Instant;
}

/** Stores the outcome of a claimed letter. Returns whether its client was erased meanwhile, and the letter with it. */
export async function settleLetter(
  context: Context,
  { id, letter, account }: Claimed,
  outcome: Outcome,
): Promise<boolean> {
  const { db, clientLetters } = context;
  const now = context.now();
  const { state, reason = '', notBefore = now } = outcome;
  const settled = state === 'sent' || state === 'failed';
  const changes = {
    state,
    not_before: printInstant(notBefore),
    updated: printInstant(now),
    ...(settled && { address: '' }),
  };
  return db.write(async (write) => {
    // What follows changes the client: as in every action, the lock comes before the rows.
    if (letter !== '' && state === 'failed') await write.lock(ownerId(account));
    const { numUpdatedRows } = await write.trx
      .updateTable('outbox')
      .set(changes)
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .executeTakeFirstOrThrow();
    if (letter !== '' && numUpdatedRows > 0n) await clientLetters.note(context, write, letter, { state, reason });
    if (letter === '' || numUpdatedRows > 0n) return false;
    return !(await write.trx.selectFrom('letters').select('id').where('id', '=', letter).executeTakeFirst());
  });
}

/**
 * Counts a letter as handed over, right before it is, where `holds` says in the same transaction that it still holds;
 * returns that.
 */
export async function countHandover(
  { db }: Pick<Rows, 'db'>,
  id: string,
  holds: (write: Write) => Promise<boolean>,
): Promise<boolean> {
  return db.write(async (write) => {
    if (!(await holds(write))) return false;
    await addHandover(write, id, 1);
    return true;
  });
}

/** Takes a hand-over back that the mail server refused. */
export async function uncountHandover({ db }: Pick<Rows, 'db'>, id: string): Promise<void> {
  await db.write((write) => addHandover(write, id, -1));
}

async function addHandover({ trx }: Write, id: string, by: 1 | -1): Promise<void> {
  await trx
    .updateTable('outbox')
    .set((row) => ({ handed: row('handed', '+', by) }))
    .where('id', '=', id)
    .execute();
}

/** Deletes a letter that is no longer relevant, whose time has passed, or that is not repeated a second time. */
export async function dropLetter(
  context: Context,
  { id, letter }: Claimed,
  state: 'dropped' | 'expired' | 'unknown' = 'dropped',
  reason?: string,
): Promise<void> {
  await context.db.write(async (write) => {
    await write.trx.deleteFrom('outbox').where('id', '=', id).execute();
    if (letter !== '') await context.clientLetters.note(context, write, letter, { state, ...(reason && { reason }) });
  });
}

/**
 * Marks letters as 'unknown' that a process abandoned between sending and storing the outcome. `all`: no other process
 * sends, so every letter in state `sending` is abandoned, except those of this process (`except`).
 */
export async function takeBackAbandoned(context: Context, all: boolean, except: readonly string[]): Promise<void> {
  const { db } = context;
  const at = context.now();
  const before = printInstant(at.subtract(ABANDONED_AFTER));
  const ahead = printInstant(at.add(SKEW));
  let abandoned = db.read.selectFrom('outbox').select('id').where('state', '=', 'sending');
  if (!all) abandoned = abandoned.where((row) => row.or([row('updated', '<=', before), row('updated', '>', ahead)]));
  if (except.length > 0) abandoned = abandoned.where('id', 'not in', except);
  if (!(await abandoned.limit(1).executeTakeFirst())) return;
  await db.write(async (write) => {
    const rows = await write.trx
      .updateTable('outbox')
      .set({ state: 'unknown', not_before: printInstant(at), updated: printInstant(at) })
      .where('id', 'in', abandoned)
      .returning(['id', 'letter', 'handed'])
      .execute();
    for (const { id, letter, handed } of rows.filter((row) => row.letter !== '' && row.handed > 0)) {
      await context.clientLetters.note(context, write, letter, { state: 'unknown' });
      if (handed >= HANDED_MOST) await write.trx.deleteFrom('outbox').where('id', '=', id).execute();
    }
  });
}

/** Makes letters due whose time was set by a clock that ran ahead: a corrected clock must not delay them. */
export async function callBackFuture({ db, now }: Rows): Promise<void> {
  const at = printInstant(now());
  const ahead = db.read
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', WAITING)
    .where('updated', '>', printInstant(now().add(SKEW)));
  if (!(await ahead.limit(1).executeTakeFirst())) return;
  await db.write(({ trx }) =>
    trx
      .updateTable('outbox')
      // A letter to a client keeps its own time: a reminder must not go at once.
      .set({ not_before: sql`coalesce((select l.not_before from letters l where l.id = outbox.letter), ${at})` })
      .set({ updated: at })
      .where('id', 'in', ahead)
      .execute(),
  );
}

/** Deletes letters that were settled long ago; letters with the same key can be queued again from then on. */
export async function forgetSettled({ db, now }: Rows): Promise<void> {
  const before = printInstant(now().subtract(KEPT));
  await db.write(({ trx }) =>
    trx.deleteFrom('outbox').where('state', 'in', ['sent', 'failed']).where('updated', '<', before).execute(),
  );
}

/** Deletes letters with an address of their own that were not delivered within a day. */
export async function forgetAddressed({ db, now }: Rows): Promise<void> {
  const before = printInstant(now().subtract(ADDRESS_KEPT));
  await db.write(({ trx }) =>
    trx.deleteFrom('outbox').where('address', '!=', sql.lit('')).where('created', '<', before).execute(),
  );
}
