import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { StartError } from '#server/db/start-error.ts';

const PURPOSES = ['auth', 'verification', 'passwordReset', 'emailChange'] as const;
export type SecretPurpose = (typeof PURPOSES)[number];

/** Keys that sign the tokens of this installation, one per purpose, so that no token passes for another. */
export interface Secrets {
  /** 32 random bytes, made at the first start. */
  key(purpose: SecretPurpose): Uint8Array;
}

type Values = Partial<Record<string, string>>;

/** Nodes that share a database share its secrets; a single process keeps them beside its file. */
export async function openSecrets(config: Pick<Config, 'dataDir'>, db: Database): Promise<Secrets> {
  const values = db.engine === 'postgres' ? await storedInDatabase(db) : storedInFile(config.dataDir);
  const keys = new Map(PURPOSES.map((purpose) => [purpose, decode(values[purpose])]));
  return {
    key(purpose) {
      const key = keys.get(purpose);
      if (!key) throw new Error('unknown purpose');
      return key;
    },
  };
}

function newValues(): Record<SecretPurpose, string> {
  const value = (): string => randomBytes(32).toString('base64url');
  return { auth: value(), verification: value(), passwordReset: value(), emailChange: value() };
}

function decode(value: string | undefined): Uint8Array {
  const bytes = Buffer.from(value ?? '', 'base64url');
  if (bytes.length !== 32)
    throw new StartError('The secrets of this installation are damaged: put them back from a backup.');
  return bytes;
}

/** Of two processes that start at once the first one's values stay, and both read them. */
async function storedInDatabase(db: Database): Promise<Values> {
  return db.write(async ({ trx }) => {
    const rows = Object.entries(newValues()).map(([name, value]) => ({ name, value }));
    await trx
      .insertInto('secrets')
      .values(rows)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const stored = await trx.selectFrom('secrets').selectAll().execute();
    return Object.fromEntries(stored.map(({ name, value }) => [name, value]));
  });
}

function storedInFile(dataDir: string): Values {
  const file = join(dataDir, 'secrets.json');
  const stored = existsSync(file) ? parse(readFileSync(file, 'utf8')) : {};
  const values = { ...newValues(), ...stored };
  if (PURPOSES.every((purpose) => purpose in stored)) return stored;
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  return values;
}

function parse(text: string): Values {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(text));
  } catch {
    throw new StartError('The file secrets.json in DATA_DIR is damaged: put it back from a backup.');
  }
}
