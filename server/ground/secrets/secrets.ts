import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '#server/ground/config/config.ts';
import type { Database, Reader } from '#server/ground/db/database.ts';
import { replaceFile } from '#server/ground/process/replace-file.ts';
import { StartError, asStartError } from '#server/ground/process/start-error.ts';

const SECRETS_FILE = 'secrets.json';

/** 256 bits. */
const secret = z.string().regex(/^[\w-]{43}$/);

const secretValues = z.object({
  auth: secret,
  verification: secret,
  passwordReset: secret,
  emailChange: secret,
  emailReturn: secret,
  drafts: secret,
  names: secret,
});
/** The stored half of the keys: random values that sign and open nothing without the key file. */
export type SecretValues = z.infer<typeof secretValues>;

export type SecretPurpose = keyof SecretValues | 'letters' | 'stops';

/**
 * Keys of this installation: one per purpose of a token, so that no token is valid for another purpose, one for drafts,
 * one for hashes of addresses and names ('names'), one for hashes of recipients' addresses ('letters'), which outlives
 * a restore, and one for unsubscribe links ('stops'). All but 'letters' are derived from the stored values and the key
 * file: whoever copies the data without that file can sign nothing.
 */
export interface Secrets {
  /** Returns 32 bytes. */
  key(purpose: SecretPurpose): Uint8Array;
}

/** Deletes the secrets of a folder, which voids every token that they signed. */
export function forgetSecrets(dataDir: string): void {
  rmSync(join(dataDir, SECRETS_FILE), { force: true });
}

/** Opens the secrets of a database whose keys are unlocked. */
export async function openSecrets(config: Pick<Config, 'dataDir'>, db: Database): Promise<Secrets> {
  const values = await readSecretValues(config, db);
  const letters = Buffer.from(await storedWithData(db), 'base64url');
  const keys = new Map<SecretPurpose, Uint8Array>([
    ...secretValues
      .keyof()
      .options.map((name) => [name, db.keys.derive(name, Buffer.from(values[name], 'base64url'))] as const),
    ['letters', letters],
    ['stops', db.keys.derive('stops', letters)],
  ]);
  return {
    key(purpose) {
      const key = keys.get(purpose);
      if (!key) throw new Error(`No secret is kept for ${purpose}.`);
      return key;
    },
  };
}

/**
 * Returns the stored values: nodes share them in their database, a single process keeps them next to its SQLite file.
 */
export async function readSecretValues(config: Pick<Config, 'dataDir'>, db: Database): Promise<SecretValues> {
  return db.engine === 'postgres' ? storedInDatabase(db) : storedInFile(config.dataDir);
}

/** Returns the key that moves with the data, so that opt-outs and the links of old letters stay valid (LETTER-06). */
async function storedWithData(db: Database): Promise<string> {
  const [name, value] = ['letters', newValue()];
  return db.write(async ({ trx }) => {
    await trx
      .insertInto('kept_secrets')
      .values({ name, value })
      .onConflict((taken) => taken.column('name').doNothing())
      .execute();
    const row = await trx.selectFrom('kept_secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
    return row.value;
  });
}

/** Stores another installation's secrets in a database without users, whose own secrets have signed nothing yet. */
export async function storeSecretValues(values: SecretValues, trx: Reader): Promise<void> {
  const rows = Object.entries(values).map(([name, value]) => ({ name, value }));
  await trx.deleteFrom('secrets').execute();
  await trx.insertInto('secrets').values(rows).execute();
}

/** Writes another installation's secrets into a folder. */
export function writeSecretsFile(values: SecretValues, dataDir: string): void {
  writeValues(join(dataDir, SECRETS_FILE), values);
}

function newValues(): SecretValues {
  const names = secretValues.keyof().options;
  return secretValues.parse(Object.fromEntries(names.map((name) => [name, newValue()])));
}

function newValue(): string {
  return randomBytes(32).toString('base64url');
}

/** If two processes start at the same time, the values of the first one are stored and both read them. */
async function storedInDatabase(db: Database): Promise<SecretValues> {
  const rows = Object.entries(newValues()).map(([name, value]) => ({ name, value }));
  const stored = await db.write(async ({ trx }) => {
    await trx
      .insertInto('secrets')
      .values(rows)
      .onConflict((taken) => taken.column('name').doNothing())
      .execute();
    return trx.selectFrom('secrets').selectAll().execute();
  });
  const values = secretValues.safeParse(Object.fromEntries(stored.map(({ name, value }) => [name, value])));
  if (!values.success)
    throw new StartError('The table secrets is damaged: delete its rows, and everybody signs in again.');
  return values.data;
}

/** Reads the file of secrets; adds those of purposes that a newer version introduced. */
function storedInFile(dataDir: string): SecretValues {
  const file = join(dataDir, SECRETS_FILE);
  try {
    const stored = existsSync(file) ? readSecrets(file) : {};
    const values = secretValues.parse({ ...newValues(), ...stored });
    if (Object.keys(stored).length < Object.keys(values).length) writeValues(file, values);
    return values;
  } catch (error) {
    throw asStartError(error, 'The file secrets.json in DATA_DIR cannot be used', [file]);
  }
}

function writeValues(file: string, values: SecretValues): void {
  replaceFile(file, `${JSON.stringify(values, null, 2)}\n`);
}

/**
 * Returns the stored secrets, of which some may be missing after an upgrade. For a damaged file throws a StartError
 * that advises to delete it, because backups contain no secrets.
 */
function readSecrets(file: string): object {
  const text = readFileSync(file, 'utf8');
  try {
    return secretValues.partial().parse(JSON.parse(text));
  } catch {
    throw new StartError('The file secrets.json in DATA_DIR is damaged: delete it, and everybody signs in again.');
  }
}
