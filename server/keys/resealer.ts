import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { EVEN_WHEN_FULL, type Write } from '#server/db/database.ts';
import { loose } from '#server/db/loose-tables.ts';
import type { OpenDatabase } from '#server/db/open-database.ts';
import { ownerId } from '#server/identity/actor.ts';
import { describeError } from '#server/process/log.ts';
import { hasPlain, resealOwner, SEALED_TABLES, sealPlain } from '#server/keys/reseal.ts';

/** Another node may have begun what it did not end. */
const TICK_MS = 30_000;

/** A reader that began before a change of the key still finds the older one for this long. */
const KEPT_HOURS = 1;

export interface Resealer {
  /** Looks now instead of at the next tick. */
  wake(): void;
  /** Finishes the current piece. The next start, or another node, does the rest. */
  stop(): Promise<void>;
}

/**
 * Seals the texts of before, and follows changes of practitioners' keys, behind the running program and across restarts.
 * Nodes that do the same at once wait for each other's pieces and find them done.
 */
export function startResealer(context: Context, db: OpenDatabase): Resealer {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let again = false;
  const run = async (): Promise<void> => {
    do {
      again = false;
      await reseal(context, db, stopping.signal);
    } while (again && !stopping.signal.aborted);
  };
  const wake = (): void => {
    again = true;
    if (stopping.signal.aborted) return;
    running ??= run()
      .catch((error: unknown) => context.log.warn(describeError(error), 'texts wait to be sealed'))
      .finally(() => {
        running = null;
        // Woken between the last look and now.
        if (again) wake();
      });
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

async function reseal(context: Context, db: OpenDatabase, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  const note = (error: unknown): void => void failures.push(error);
  await sealBefore(context, db, signal).catch(note);
  const changing = await db.read
    .selectFrom('data_keys')
    .select('user')
    .distinct()
    .where('retired', '=', '')
    .groupBy('user')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute();
  for (const { user } of changing) {
    if (signal.aborted) return;
    await followChange(context, user, signal).catch(note);
  }
  await forgetRetired(context, note);
  if (failures.length > 0) throw failures[0];
}

/** Texts can stand readable after a sweep too, where another version wrote them. */
async function sealBefore(context: Context, db: OpenDatabase, signal: AbortSignal): Promise<void> {
  const bound = await readSwept(db);
  if (!bound) return;
  if (bound.swept !== '') {
    if (!(await hasPlain(db.read))) return;
    await setSwept(db, '');
  }
  if (await sealPlain(context, signal)) await sweep(db);
}

function readSwept(db: OpenDatabase): Promise<{ swept: string } | undefined> {
  return db.read.selectFrom('sealing').select('swept').where('name', '=', 'server').executeTakeFirst();
}

async function setSwept(db: OpenDatabase, swept: string): Promise<void> {
  await db.write((write) => {
    write.erasesTexts();
    return write.trx.updateTable('sealing').set({ swept }).where('name', '=', 'server').execute();
  }, EVEN_WHEN_FULL);
}

/** Seals a practitioner's texts anew and ends the change, under the lock under which texts are sealed. */
async function followChange(context: Context, user: string, signal: AbortSignal): Promise<void> {
  if (!(await resealOwner(context, user, signal))) return;
  await context.db.write(async (write) => {
    await write.lock(ownerId(user));
    const newest = write.trx
      .selectFrom('data_keys')
      .select(({ fn }) => fn.max('number').as('number'))
      .where('user', '=', user);
    await write.trx
      .updateTable('data_keys')
      .set({ retired: context.now().toString() })
      .where('user', '=', user)
      .where('retired', '=', '')
      .where('number', '<', newest)
      .execute();
  });
}

/** Deletes older keys once nothing needs them: neither a reader of a moment ago, nor a row that did not open. */
async function forgetRetired(context: Context, note: (error: unknown) => void): Promise<void> {
  const { db } = context;
  const before = context.now().subtract({ hours: KEPT_HOURS }).toString();
  const old = await db.read
    .selectFrom('data_keys')
    .select(['user', 'number'])
    .where('retired', '!=', '')
    .where('retired', '<', before)
    .execute();
  for (const { user, number } of old) await db.write((write) => forget(write, user, number)).catch(note);
}

async function forget(write: Write, user: string, number: number): Promise<void> {
  const { trx } = write;
  await write.lock(ownerId(user));
  for (const table of SEALED_TABLES) {
    const uses = loose(trx).selectFrom<string>(table).select('id').where('user', '=', user);
    if (await uses.where('seal_key', '=', number).limit(sql.lit(1)).executeTakeFirst()) return;
  }
  await trx.deleteFrom('data_keys').where('user', '=', user).where('number', '=', number).execute();
}

/** The key of an advisory lock: one node sweeps. */
const SWEEP_LOCK = 5_263_910_743;

/**
 * Removes what the texts of before left behind in the files. On SQLite deleting overwrites; PostgreSQL writes its tables
 * anew.
 */
async function sweep(db: OpenDatabase): Promise<void> {
  if (db.engine === 'postgres' && !(await rewriteTables(db))) return;
  await setSwept(db, Temporal.Now.instant().toString());
}

/** Returns whether this node has done it. A table that others use for seconds is left to the next attempt. */
async function rewriteTables(db: Extract<OpenDatabase, { engine: 'postgres' }>): Promise<boolean> {
  const client = await db.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = '2s'");
    const { rows } = await client.query(`select pg_try_advisory_lock(${SWEEP_LOCK}) as alone`);
    if (rows[0]?.alone !== true) return false;
    if ((await readSwept(db))?.swept !== '') return false;
    for (const table of SEALED_TABLES) await client.query(`vacuum full ${table}`);
    // Its log is the operator's: a role without the right leaves it to the next checkpoint.
    await client.query('checkpoint').catch(() => undefined);
    return true;
  } finally {
    await client.end();
  }
}
