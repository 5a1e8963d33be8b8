import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError, asStartError } from '#server/ground/process/start-error.ts';
import { fingerprintOf, readKeyFile, writeKeyFile } from '#server/ground/sealing/key-file.ts';
import { SEALED_FIELDS } from '#server/ground/sealing/envelope.ts';

/** Where the program will look for its key file (`place`), and where the key is now (`from`; '' for the same place). */
export interface RestoredKey {
  place: string;
  from: string;
  /** The key is lost: what it sealed is left out. */
  isLost?: boolean;
  /** The caller calls `placeKey` once the data are in place. */
  isPlacedLater?: boolean;
}

/**
 * Throws a StartError unless the key that these data are sealed with is at hand; data that nothing sealed need none. If
 * the key is lost, removes what it sealed and returns the number of records that had texts: the next start makes a new
 * key.
 */
export function refuseOtherKey(database: string, { place, from, isLost = false }: RestoredKey): number {
  const wanted = fingerprintIn(database);
  if (wanted === null) return 0;
  if (isLost) return forgetSealed(database);
  const file = from === '' ? place : from;
  const key = readKeyFile(file);
  if (!key) {
    throw new StartError(
      `The key file ${file} is missing, and no backup holds it: put it there, name it by --key FILE, or say --without-key if it is lost, which gives up all texts and second factors.`,
    );
  }
  const there = from === '' ? key : (readKeyFile(place) ?? key);
  if (fingerprintOf(key) !== wanted || fingerprintOf(there) !== wanted) {
    const wrong = fingerprintOf(key) === wanted ? place : file;
    throw new StartError(`The key file ${wrong} is not the one with which the texts of the backup are sealed.`);
  }
  return 0;
}

/** Puts the key where the program will look for it. */
export function placeKey({ place, from, isPlacedLater = false }: RestoredKey): void {
  if (from === '' || isPlacedLater || existsSync(place)) return;
  const key = readKeyFile(from);
  if (key) writeKeyFile(place, key);
}

/** Throws a StartError where `placeKey` could not write the key; leaves nothing behind. */
export function refuseUnwritable({ place, from }: RestoredKey): void {
  if (from === '' || existsSync(place)) return;
  const probe = `${place}.unfinished`;
  try {
    rmSync(probe, { force: true });
    writeFileSync(probe, '', { mode: 0o600, flag: 'wx' });
    rmSync(probe);
  } catch (error) {
    throw asStartError(error, `The key file ${place} cannot be written`, [place]);
  }
}

function fingerprintIn(database: string): string | null {
  using db = new DatabaseSync(database, { readOnly: true });
  const row = db.prepare('select fingerprint from sealing').get();
  return row ? String(row['fingerprint']) : null;
}

/**
 * Removes from a database what a lost key sealed: second factors, practitioners' keys, and envelopes. The bits of the
 * texts stay: a sentence in the place of each says that it is lost, where an empty text would hide that, and nothing
 * saves over an envelope that never opens. Returns the number of records that had texts. What only a password opens
 * needs no key file and stays.
 */
function forgetSealed(database: string): number {
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
