import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { eraseLetters } from '#server/accounts/erase-letters.ts';
import type { Context } from '#server/context.ts';
import { EVEN_WHEN_FULL } from '#server/db/database.ts';
import { loose } from '#server/db/loose-tables.ts';
import { ALL_TABLES } from '#server/db/tables.ts';
import { describeError } from '#server/process/log.ts';

const TICK_MS = 20_000;

/** What one piece may take; others wait for no longer. A row may be 200,000 letters, so few of them are tried first. */
const PIECE_MS = 10;
const PIECE = { first: 10, most: 100 } as const;

/** Rows before those that they point at; the rest goes with the row of the account. */
const ERASED_TABLES = ALL_TABLES.filter(({ deletion }) => deletion === 'pieces').toReversed();

export interface Eraser {
  /** Looks for deleted accounts now instead of at the next tick. */
  wake(): void;
  /** Finishes the piece at hand. What is left is erased after the next start, or by another node. */
  stop(): Promise<void>;
}

/** Erases what deleted accounts owned, in pieces, behind the requests and across restarts (AUTH-12). */
export function startEraser(context: Context): Eraser {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let again = false;
  const run = async (): Promise<void> => {
    do {
      again = false;
      await eraseDeleted(context, stopping.signal);
    } while (again);
  };
  const wake = (): void => {
    again = true;
    if (stopping.signal.aborted) return;
    running ??= run()
      .catch((error: unknown) => context.log.warn(describeError(error), 'a deleted account waits to be erased'))
      .finally(() => (running = null));
  };
  const ticks = setInterval(wake, TICK_MS).unref();
  wake();
  return {
    wake,
    async stop() {
      clearInterval(ticks);
      stopping.abort();
      await running;
    },
  };
}

/**
 * Erases every deleted account, with as long a rest after each piece as the piece took. One that cannot be erased now (a
 * letter's file that may not be deleted) keeps no other waiting; it is thrown at the end.
 */
export async function eraseDeleted(context: Context, signal?: AbortSignal): Promise<void> {
  const accounts = await context.db.read
    .selectFrom('users')
    .select('id')
    // Not as a value: an index of some rows alone is used for nothing else.
    .where('deleted', '!=', sql.lit(''))
    .execute();
  const failures: unknown[] = [];
  for (const { id } of accounts) {
    await eraseAccount(context, id, signal).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function eraseAccount(context: Context, id: string, signal?: AbortSignal): Promise<void> {
  let rows: number = PIECE.first;
  for (;;) {
    if (signal?.aborted) return;
    const began = performance.now();
    if (!(await erasePiece(context, id, rows))) return;
    const took = performance.now() - began;
    rows = took > PIECE_MS ? Math.ceil(rows / 2) : Math.min(rows * 2, PIECE.most);
    await sleep(took);
  }
}

/**
 * Erases at most so many rows of a deleted account, or, where none is left, the account. False when there is nothing
 * more to do here: it is gone, or another node is at it.
 */
export async function erasePiece(context: Context, user: string, rows: number): Promise<boolean> {
  const { db } = context;
  if (await eraseLetters(context, user, rows)) return true;
  return db.write(async (write) => {
    const { trx, engine } = write;
    const account = trx.selectFrom('users').select('id').where('id', '=', user).where('deleted', '!=', '');
    const mine = engine === 'postgres' ? account.forNoKeyUpdate().skipLocked() : account;
    if (!(await mine.executeTakeFirst())) return false;
    const row = sql.ref(engine === 'postgres' ? 'ctid' : 'rowid');
    for (const { name } of ERASED_TABLES) {
      const piece = loose(trx).selectFrom<string>(name).select(row.as('row')).where('user', '=', user).limit(rows);
      const wanted = engine === 'postgres' ? sql`any(array(${piece}))` : sql`(${piece})`;
      const { numDeletedRows } = await loose(trx)
        .deleteFrom<string>(name)
        .where(sql<boolean>`${row} ${sql.raw(engine === 'postgres' ? '=' : 'in')} ${wanted}`)
        .executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) return true;
    }
    await trx.deleteFrom('users').where('id', '=', user).execute();
    write.erasesTexts();
    return false;
  }, EVEN_WHEN_FULL);
}
