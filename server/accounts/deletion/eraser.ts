import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '#server/ground/context.ts';
import { EVEN_WHEN_FULL } from '#server/ground/db/database.ts';
import { loose } from '#server/ground/db/query.ts';
import { ALL_TABLES } from '#server/ground/db/tables.ts';
import { deleteLetterFile } from '#server/ground/mail/letter-files.ts';
import { type BackgroundWork, startWork } from '#server/ground/process/background-work.ts';
import { describeError } from '#server/ground/process/log.ts';

const TICK_MS = 20_000;

/**
 * Target duration of a piece; other writes wait for it. A row can hold 200,000 characters, so the first piece is small.
 */
const PIECE_MS = 10;
const PIECE = { first: 10, most: 100 } as const;

/** Child tables first; the other tables are erased with the account's row. */
const ERASED_TABLES = ALL_TABLES.filter(({ deletion }) => deletion === 'pieces').toReversed();

/**
 * Erases the records of deleted accounts in pieces, in the background and across restarts (AUTH-12). `remember` runs
 * first and records outside the database which accounts they are.
 */
export function startEraser(context: Context, remember: () => Promise<void>): BackgroundWork {
  const work = async (signal: AbortSignal): Promise<void> => {
    await remember();
    await eraseDeleted(context, signal);
  };
  return startWork(work, {
    tickMs: TICK_MS,
    failed: (error) => context.log.warn(describeError(error), 'a deleted account waits to be erased'),
  });
}

/**
 * Erases every deleted account and rests after each piece as long as the piece took. A failure (a letter's file that
 * cannot be deleted) does not stop the other accounts; it is thrown at the end.
 */
export async function eraseDeleted(context: Context, signal?: AbortSignal): Promise<void> {
  const accounts = await context.db.read.selectFrom('users').select('id').where('deleted', 'is not', null).execute();
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
 * Erases at most `rows` rows of a deleted account or, where no row is left, the account. Returns false when no work is
 * left: the account is gone, or another node holds its lock.
 */
export async function erasePiece(context: Context, user: string, rows: number): Promise<boolean> {
  const { db } = context;
  if (await eraseLetters(context, user, rows)) return true;
  return db.write(async (write) => {
    const { trx, engine } = write;
    const account = trx.selectFrom('users').select('id').where('id', '=', user).where('deleted', 'is not', null);
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

/** Erases at most `most` letters about an account or to its clients, with their files. Returns false when none is left. */
async function eraseLetters({ db, config }: Context, account: string, most: number): Promise<boolean> {
  const columns = ['id', 'message_id', 'created'] as const;
  const own = await db.read.selectFrom('outbox').select(columns).where('account', '=', account).limit(most).execute();
  const sent = await db.read.selectFrom('letters').select(columns).where('user', '=', account).limit(most).execute();
  const letters = [...own, ...sent];
  if (letters.length === 0) return false;
  // Files first: without its row, a letter's file is found by age alone.
  await Promise.all(letters.map((letter) => deleteLetterFile(config.dataDir, letter)));
  const ids = letters.map(({ id }) => id);
  await db.write(async ({ trx }) => {
    await trx.deleteFrom('outbox').where('id', 'in', ids).execute();
    await trx.deleteFrom('letters').where('user', '=', account).where('id', 'in', ids).execute();
  }, EVEN_WHEN_FULL);
  return true;
}
