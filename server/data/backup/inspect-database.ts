import type { DatabaseSync } from 'node:sqlite';
import { migrations } from '#server/ground/db/migrations/all.ts';
import { hasSoundPages } from '#server/ground/db/sound-pages.ts';

/** The contents of a database file, without any personal data. */
export interface Contents {
  /** Names of the applied migrations; none in a file that is no database of Kabinet. */
  migrations: string[];
  /** The number of rows of each table. */
  rows: Record<string, number>;
  /** The instant of the newest entry of any journal; '' without one. */
  newest: string;
}

export function readContents(db: DatabaseSync): Contents {
  const tables = texts(db, "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'");
  return {
    migrations: tables.includes('migrations') ? texts(db, 'select name from migrations order by name') : [],
    rows: Object.fromEntries(tables.toSorted().map((table) => [table, countRows(db, table)])),
    newest: tables.includes('journal')
      ? (texts(db, 'select created from journal order by seq desc limit 1')[0] ?? '')
      : '',
  };
}

/** Returns true where every page, index and reference of the database is valid. */
export function isSound(db: DatabaseSync): boolean {
  return hasSoundPages(db) && db.prepare('pragma foreign_key_check').all().length === 0;
}

/** Returns true where a newer version of the program has migrated the database. */
export function isNewer({ migrations: applied }: Contents): boolean {
  return applied.some((name) => !migrations.some((known) => known.name === name));
}

function countRows(db: DatabaseSync, table: string): number {
  const row = db.prepare(`select count(*) as count from "${table.replaceAll('"', '""')}"`).get();
  return Number(row?.['count']);
}

/** Returns the first column of each row. */
function texts(db: DatabaseSync, sql: string): string[] {
  return db
    .prepare(sql)
    .all()
    .map((row) => String(Object.values(row)[0]));
}
