import { DatabaseSync } from 'node:sqlite';
import { SEALED_FIELDS } from '#server/ground/sealing/envelope.ts';

/**
 * Removes from a database what a lost key sealed: second factors, practitioners' keys, and envelopes. The bits of the
 * texts stay: a sentence in the place of each says that it is lost, where an empty text would hide that, and nothing
 * saves over an envelope that never opens. Returns the number of records that had texts. What only a password opens
 * needs no key file, and stays.
 */
export function forgetSealed(database: string): number {
  using db = new DatabaseSync(database);
  db.exec('begin; delete from second_factors; delete from sealing');
  let lost = 0;
  for (const table of Object.keys(SEALED_FIELDS)) {
    const change = db.prepare(`update ${table} set seal_key = 0, sealed = ''
      where seal_key <> 0 and "user" not in (select "user" from strict_keys where turned_on is not null)`);
    lost += Number(change.run().changes);
  }
  db.exec("delete from data_keys where public_key = ''; commit");
  return lost;
}
