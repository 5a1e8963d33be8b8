import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '#server/ground/context.ts';
import { onlyOwnerCanOpen } from '#server/ground/db/data-keys.ts';
import { EVEN_WHEN_FULL, type Write } from '#server/ground/db/database.ts';
import { idList, loose } from '#server/ground/db/query.ts';
import { withKeys } from '#server/ground/db/strict-keys.ts';
import { rewriteTable } from '#server/ground/db/rewrite-table.ts';
import type { OpenDatabase } from '#server/ground/db/open-database.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { type BackgroundWork, startWork } from '#server/ground/process/background-work.ts';
import { describeError } from '#server/ground/process/log.ts';
import { resealOwner, SEALED_TABLES } from '#server/accounts/keys/reseal.ts';

/** Another node may have begun a change and stopped before its end. */
const TICK_MS = 30_000;

/** A reader that began before a change of the key still finds the older one for this long. */
const KEPT_HOURS = 1;

/**
 * Follows changes of practitioners' keys, in the background and across restarts. Nodes that do the same at once wait
 * for each other's pieces and find them done.
 */
export function startResealer(context: Context, db: OpenDatabase): BackgroundWork {
  // Runs without the key scope of the request that woke it.
  return startWork((signal) => withKeys(null, () => reseal(context, db, signal)), {
    tickMs: TICK_MS,
    failed: (error) => context.log.warn(describeError(error), 'texts wait to be sealed'),
  });
}

async function reseal(context: Context, db: OpenDatabase, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  const note = (error: unknown): void => void failures.push(error);
  const changing = await db.read
    .selectFrom('data_keys')
    .select('user')
    .distinct()
    .where('retired', 'is', null)
    // Keys that the server cannot unwrap are followed by their owners' requests.
    .where('public_key', '=', '')
    .groupBy('user')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute();
  for (const { user } of changing) {
    if (signal.aborted) return;
    await resealAfterKeyChange(context, user, signal).catch(note);
  }
  await forgetRetired(context, note);
  await dropServerWrappings(db, signal).catch(note);
  if (failures.length > 0) throw failures[0];
}

/** Reseals a practitioner's texts and ends the change, under the lock under which texts are sealed. */
export async function resealAfterKeyChange(context: Context, user: string, signal: AbortSignal): Promise<void> {
  if (!(await resealOwner(context, user, signal))) return;
  await context.db.write(async (write) => {
    // The strict mode was turned on meanwhile: the rest waits for the owner's requests.
    if (await onlyOwnerCanOpen(write, user)) return;
    const newest = write.trx
      .selectFrom('data_keys')
      .select(({ fn }) => fn.max('number').as('number'))
      .where('user', '=', user);
    await write.trx
      .updateTable('data_keys')
      .set({ retired: context.now().toString() })
      .where('user', '=', user)
      .where('retired', 'is', null)
      .where('number', '<', newest)
      .execute();
  });
}

/**
 * Deletes retired keys that nothing needs any more: no reader that began before, and no row that could not be opened.
 */
async function forgetRetired(context: Context, note: (error: unknown) => void): Promise<void> {
  const { db } = context;
  const before = context.now().subtract({ hours: KEPT_HOURS }).toString();
  const old = await db.read.selectFrom('data_keys').select(['user', 'number']).where('retired', '<', before).execute();
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

/**
 * Drops the cached keys of practitioners in strict mode, and removes the copies that the server had wrapped from the
 * disk: SQLite has overwritten them, PostgreSQL rewrites the small table.
 */
async function dropServerWrappings(db: OpenDatabase, signal: AbortSignal): Promise<void> {
  const strict = db.read.selectFrom('strict_keys').select('user').where('turned_on', 'is not', null);
  const opened = await strict.where('user', 'in', idList(db.engine, db.keys.users())).execute();
  for (const { user } of opened) db.keys.forget(user);
  const unswept = await strict.where('swept', 'is', null).execute();
  if (unswept.length === 0 || signal.aborted) return;
  if (db.engine === 'postgres' && !(await rewriteKeys(db))) return;
  const users = unswept.map(({ user }) => user);
  await db.write(async (write) => {
    write.erasesTexts();
    await write.trx
      .updateTable('strict_keys')
      .set({ swept: Temporal.Now.instant().toString() })
      .where('user', 'in', idList(write.engine, users))
      .where('turned_on', 'is not', null)
      .execute();
  }, EVEN_WHEN_FULL);
}

/** Returns false where an older snapshot is still read, or the table is in use. */
async function rewriteKeys(db: PostgresDatabase): Promise<boolean> {
  const client = await db.connect();
  try {
    await client.query("set lock_timeout = '2s'");
    if (await hasOlderSnapshot(client)) return false;
    await rewriteTable(client, 'data_keys');
    await client.query('checkpoint').catch(() => undefined);
    return true;
  } finally {
    await client.end();
  }
}

type PostgresDatabase = Extract<OpenDatabase, { engine: 'postgres' }>;

/**
 * Returns whether a backup or an export still reads an older snapshot, for which a rewritten table would keep the old
 * rows. Waits up to two seconds, in which ordinary requests end.
 */
async function hasOlderSnapshot(client: Awaited<ReturnType<PostgresDatabase['connect']>>): Promise<boolean> {
  const { rows: begun } = await client.query('select pg_current_xact_id()::xid as xid');
  for (let look = 0; look < LOOKS; look += 1) {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and age(backend_xmin) > age($1::xid)`,
      [begun[0]?.xid],
    );
    if (rows.length === 0) return false;
    await sleep(LOOK_MS);
  }
  return true;
}

const LOOKS = 20;
const LOOK_MS = 100;
