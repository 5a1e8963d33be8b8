import { DatabaseSync } from 'node:sqlite';
import { LOST_TEXT } from '#domain/keys/keys.ts';
import { bitOf, SEALED_FIELDS, sealedFields } from '#server/ground/sealing/envelope.ts';

/**
 * Removes from a database what a lost key sealed: second factors, practitioners' keys, and texts, in whose place a
 * sentence says so: an empty text would hide the loss, and nothing saves over an envelope that never opens. Returns the
 * number of records that had texts.
 */
export function forgetSealed(database: string): number {
  const db = new DatabaseSync(database);
  try {
    db.exec('begin; delete from second_factors; delete from sealing');
    const lost = hasTable(db, 'data_keys') ? replaceTexts(db) : 0;
    db.exec('commit');
    return lost;
  } finally {
    db.close();
  }
}

/** A backup of an earlier version has none. */
function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined;
}

function replaceTexts(db: DatabaseSync): number {
  let lost = 0;
  const strict = hasTable(db, 'strict_keys');
  // The key file was not needed for them.
  const opened = strict ? ` and "user" not in (select "user" from strict_keys where turned_on <> '')` : '';
  for (const table of Object.keys(SEALED_FIELDS)) {
    const texts = sealedFields(table).map(
      (name) => `${name} = case when sealed_fields & ${bitOf(table, name)} then :lost else '' end`,
    );
    const sql = `update ${table} set ${texts.join(', ')}, seal_key = 0, sealed_fields = 0, sealed = '' where seal_key <> 0${opened}`;
    lost += Number(db.prepare(sql).run({ lost: LOST_TEXT }).changes);
  }
  db.exec(`delete from data_keys${strict ? " where public_key = ''" : ''}`);
  return lost;
}
