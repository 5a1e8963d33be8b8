import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Every table of a folder of data, row by row. */
export function readTables(dataDir: string): Record<string, object[]> {
  const db = new DatabaseSync(join(dataDir, 'kabinet.db'), { readOnly: true });
  try {
    const tables = db.prepare("select name from sqlite_schema where type = 'table' order by name").all();
    return Object.fromEntries(
      tables.map(({ name }) => [String(name), db.prepare(`select * from "${String(name)}" order by 1, 2`).all()]),
    );
  } finally {
    db.close();
  }
}
