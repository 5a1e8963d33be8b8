import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { insertPrepared } from '#server/ground/db/query.ts';
import type { TableName } from '#server/ground/db/schema.ts';
import { sealRow } from '#server/ground/db/sealed-rows.ts';
import { SEALED_FIELDS, type SealedTable } from '#server/ground/sealing/envelope.ts';
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

/** Makes the tables of DATA_DIR and fills them, with everything that the server would have written, not the records alone. */
export async function plantKabinet(dataDir: string, sizes: readonly Size[], seeding: Seeding): Promise<Planted[]> {
  const db = await openSqlite(dataDir);
  try {
    await openKeys({ keyFile: null, dataDir, databaseUrl: null }, db, { warn: () => undefined });
    const planted: Planted[] = [];
    for (const size of sizes) {
      const practice = makePractice(size, seeding);
      const { user, profile, days, clients, sessions, requests, held, journal } = practice;
      await db.write(async (write) => {
        const add = async (table: TableName, rows: readonly object[]): Promise<void> => {
          for (const row of rows) await insertPrepared(write.trx, table, { ...row });
        };
        const addSealed = async (table: SealedTable, rows: readonly object[]): Promise<void> => {
          for (const row of rows) await insertPrepared(write.trx, table, await sealRow(write, table, { ...row }));
        };
        await add('users', [user]);
        await add('profiles', [profile]);
        await add('availability_settings', days);
        await addSealed('clients', clients);
        await addSealed('sessions', sessions);
        await addSealed('booking', requests);
        await add('held_time', held);
        await add('journal', journal);
      });
      planted.push(plantedOf(size.name, practice));
    }
    return planted;
  } finally {
    await db.close();
  }
}

/** Gives a copy of a planted file the texts in columns of their own, as a server without sealing has them. */
export function plantBare(file: string, sizes: readonly Size[], seeding: Seeding): void {
  const db = new DatabaseSync(file);
  db.exec('pragma synchronous = off; begin');
  for (const [table, columns] of Object.entries(SEALED_FIELDS)) {
    for (const column of columns) db.exec(`alter table ${table} add column ${column} text not null default ''`);
  }
  const client = db.prepare('update clients set description = ? where id = ?');
  const session = db.prepare('update sessions set news = ?, thoughts = ? where id = ?');
  for (const size of sizes) {
    const { clients, sessions } = makePractice(size, seeding);
    for (const { id, description } of clients) client.run(description, id);
    for (const { id, news, thoughts } of sessions) session.run(news, thoughts, id);
  }
  db.exec("update clients set sealed = ''; update sessions set sealed = ''; commit; vacuum");
  db.close();
}

type Cell = string | number | null;

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
