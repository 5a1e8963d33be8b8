import { DatabaseSync } from 'node:sqlite';
import { LOST_TEXT } from '#domain/keys/keys.ts';
import { bitOf, SEALED_FIELDS, sealedFields } from '#server/ground/sealing/envelope.ts';

/**
 * Removes from a database what a lost key sealed: second factors, practitioners' keys, and texts, in whose place a
 * sentence says so: an empty text would hide the loss, and nothing saves over an envelope that never opens. Returns the
 * number of records that had texts. What only a password opens needs no key file, and stays.
 */
export function forgetSealed(database: string): number {
  using db = new DatabaseSync(database);
  db.exec('begin; delete from second_factors; delete from sealing');
  let lost = 0;
  for (const table of Object.keys(SEALED_FIELDS)) {
    const texts = sealedFields(table).map(
      (name) => `${name} = case when sealed_fields & ${bitOf(table, name)} then :lost else '' end`,
    );
    const sql = `update ${table} set ${texts.join(', ')}, seal_key = 0, sealed_fields = 0, sealed = ''
      where seal_key <> 0 and "user" not in (select "user" from strict_keys where turned_on <> '')`;
    lost += Number(db.prepare(sql).run({ lost: LOST_TEXT }).changes);
  }
  db.exec("delete from data_keys where public_key = ''; commit");
  return lost;
}
