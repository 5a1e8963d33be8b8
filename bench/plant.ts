import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { sealPlanted } from '#proofs/support/seal-planted.ts';
import { openKeys } from '#server/accounts/keys/open-keys.ts';
import { makePractice, type Practice, type Seeding, type Size } from '#bench/practices.ts';

/** What is asked for of a planted practice: ids and names, without its texts. */
export interface Planted {
  name: string;
  user: string;
  email: string;
  bookingHash: string;
  clients: string[];
  sessions: string[];
  requests: { id: string; name: string; phone: string; date: string }[];
  /** Folded, as they are searched. */
  clientNames: string[];
}

type Cell = string | number | null;

/** Makes the tables of DATA_DIR and fills them, with everything that the server would have written, not the records alone. */
export async function plantKabinet(dataDir: string, sizes: readonly Size[], seeding: Seeding): Promise<Planted[]> {
  await (await openSqlite(dataDir)).close();
  const db = new DatabaseSync(join(dataDir, DATABASE_FILE));
  db.exec('pragma synchronous = off; pragma cache_size = -400000; pragma foreign_keys = off; begin');
  const planted = sizes.map((size) => {
    const practice = makePractice(size, seeding);
    const { user, profile, days, clients, sessions, requests, held, journal } = practice;
    insert(db, 'users', [user]);
    insert(db, 'profiles', [profile]);
    insert(db, 'availability_settings', days);
    insert(db, 'clients', clients);
    insert(db, 'sessions', sessions);
    insert(db, 'booking', requests);
    insert(db, 'held_time', held);
    insert(db, 'journal', journal);
    return plantedOf(size.name, practice);
  });
  db.exec('commit; pragma wal_checkpoint(truncate)');
  db.close();
  return planted;
}

/** Seals the texts of a planted file. */
export async function sealPlantedFile(dataDir: string): Promise<void> {
  const db = await openSqlite(dataDir);
  try {
    await openKeys({ keyFile: null, dataDir, databaseUrl: null }, db, { warn: () => undefined });
    await sealPlanted(db);
  } finally {
    await db.close();
  }
}

/** Inserts rows that all have the columns of the first. */
export function insert(db: DatabaseSync, table: string, rows: readonly object[]): void {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const names = columns.map((column) => `"${column}"`).join(', ');
  const statement = db.prepare(`insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`);
  for (const row of rows) statement.run(...Object.values<Cell>({ ...row }));
}

function plantedOf(name: string, { user, profile, clients, sessions, requests }: Practice): Planted {
  return {
    name,
    user: user.id,
    email: user.email,
    bookingHash: profile.booking_hash,
    clients: clients.map(({ id }) => id),
    sessions: sessions.map(({ id }) => id),
    requests: requests.map(({ id, name: visitor, phone, date }) => ({ id, name: visitor, phone, date })),
    clientNames: clients.map(({ search_text }) => search_text),
  };
}

export function megabytes(file: string): number {
  return statSync(file).size / 1024 / 1024;
}
