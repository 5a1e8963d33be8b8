import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import { newestBackup } from '#server/data/backup/backup-names.ts';
import { type Followed, readFollowed } from '#server/data/backup/follow-backup.ts';
import type { Context } from '#server/ground/context.ts';
import { NODE_LOCKS } from '#server/ground/nodes/channel.ts';
import { VERSION } from '#server/ground/process/version.ts';

/** The state of the installation in numbers, none of which is about a person. */
export interface State {
  version: string;
  engine: 'sqlite' | 'postgres';
  /** Whether the database responds. If not, values that only it has are null. */
  databaseUp: boolean;
  databaseBytes: number | null;
  /** The number of processes that serve this database. */
  nodes: number | null;
  /** The number of database sessions that wait for a lock; null on SQLite, where writes wait inside the process. */
  locksWaiting: number | null;
  letters: Letters | null;
  /** The time since the newest backup in BACKUP_DIR; null without a backup, or without BACKUP_DIR. */
  backupSeconds: number | null;
  /** Whether BACKUP_AFTER and BACKUP_PING_URL succeeded after the newest backup; null where another node made it. */
  backupFollowed: Pick<Followed, 'command' | 'ping'> | null;
  dataDisk: Disk | null;
  backupDisk: Disk | null;
}

interface Letters {
  /** To be sent later, as letters about moved sessions are at first. */
  planned: number;
  /** Due and not yet accepted by the mail server. */
  waiting: number;
  /** Given up in the last 30 days. */
  failed: number;
}

interface Disk {
  bytes: number;
  free: number;
}

const FAILED = { hours: 30 * 24 };

/** Reads the present state; never throws for a part that cannot be read. */
export async function readState(context: Context): Promise<State> {
  const { db, config } = context;
  const at = context.now();
  const [databaseUp, databaseBytes, nodes, locksWaiting, letters, backupAt, followed, dataDisk, backupDisk] =
    await Promise.all([
      orNull(db.check().then(() => true)),
      orNull(readSize(context)),
      orNull(countNodes(context)),
      orNull(countWaitingLocks(context)),
      orNull(countLetters(context, at)),
      config.backupDir === null ? null : orNull(newestBackup(config.backupDir, at)),
      config.backupDir === null ? null : readFollowed(config.dataDir, config.backupDir, at),
      orNull(readDisk(config.dataDir)),
      config.backupDir === null ? null : orNull(readDisk(config.backupDir)),
    ]);
  return {
    version: VERSION,
    engine: db.engine,
    databaseUp: databaseUp === true,
    databaseBytes,
    nodes,
    locksWaiting,
    letters,
    backupSeconds: backupAt === null ? null : Math.round(at.since(backupAt).total('seconds')),
    backupFollowed: followed && { command: followed.command, ping: followed.ping },
    dataDisk,
    backupDisk,
  };
}

function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch(() => null);
}

async function readSize({ db }: Context): Promise<number> {
  const query =
    db.engine === 'postgres'
      ? sql<{ bytes: number }>`select cast(pg_database_size(current_database()) as double precision) as bytes`
      : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`;
  return numberOf((await query.execute(db.read)).rows[0]?.bytes);
}

async function countNodes({ db }: Context): Promise<number> {
  if (db.engine === 'sqlite') return 1;
  const { rows } = await sql<{ nodes: number }>`
    select cast(count(distinct objid) as integer) as nodes from pg_locks
    where locktype = 'advisory' and classid = ${NODE_LOCKS}::int::oid
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db.read);
  return numberOf(rows[0]?.nodes);
}

async function countWaitingLocks({ db }: Context): Promise<number | null> {
  if (db.engine === 'sqlite') return null;
  const { rows } = await sql<{ waiting: number }>`
    select cast(count(*) as integer) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db.read);
  return numberOf(rows[0]?.waiting);
}

/** Counts with indexes that contain only waiting and failed letters. */
async function countLetters({ db }: Context, now: Temporal.Instant): Promise<Letters> {
  const at = printInstant(now);
  const waits = sql`not_before is not null`;
  const isLater = sql`not_before > ${at} and attempts = 0`;
  const ofQueue = (queue: 'outbox' | 'letters', isOver = sql``) => sql`
    select
      (select count(*) from ${sql.table(queue)} where ${waits} and ${isLater}) as planned,
      (select count(*) from ${sql.table(queue)} where ${waits} and not (${isLater})) as waiting,
      (select count(*) from ${sql.table(queue)} where ${isOver} state = 'failed' and updated > ${printInstant(now.subtract(FAILED))})
        as failed
  `;
  const queues = sql`${ofQueue('outbox', sql`not_before is null and`)} union all ${ofQueue('letters')}`;
  const { rows } = await sql<Record<keyof Letters, number | string>>`${queues}`.execute(db.read);
  const sum = (name: keyof Letters): number => rows.reduce((all, row) => all + Number(row[name]), 0);
  return { planned: sum('planned'), waiting: sum('waiting'), failed: sum('failed') };
}

async function readDisk(folder: string): Promise<Disk> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { bytes: bsize * blocks, free: bsize * bavail };
}

function numberOf(value: unknown): number {
  if (typeof value !== 'number') throw new Error('a count is no number');
  return value;
}
