import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AskPassphrase, openingKey, readKeyFile, sealingKey } from '#server/data/backup/keys.ts';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { directUrlOf } from '#server/data/backup/postgres-snapshot.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import { restoreToPostgres } from '#server/data/backup/restore-to-postgres.ts';
import { verifyBackup } from '#server/data/backup/verify-backup.ts';
import { type Erased, ERASED_FILE, readErasedFile } from '#server/data/erasures/erased-list.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { takeLowPriority } from '#server/ground/process/low-priority.ts';
import { keyFileOf, liesIn } from '#server/ground/sealing/key-file.ts';
import { type Command, UsageError } from '#server/operation/operator/command.ts';
import type { Terminal } from '#server/operation/operator/terminal.ts';

/** As for the daily backup, so that a running server keeps responding. */
const NICENESS = 10;

const make: Command = {
  name: 'backup make',
  args: ['FILE'],
  summary: 'one encrypted file of all data, while the program runs too',
  options: { overwrite: { summary: 'replaces a file that exists' } },
  async run({ args: [name = ''], options, env, terminal, path, print }) {
    const config = readConfig(env);
    const { dataDir } = config;
    const file = path(name);
    const key = await sealingKey(config, askAt(terminal));
    takeLowPriority(NICENESS);
    const overwrite = options.has('overwrite');
    const { newest, rows } = await makeBackup({ dataDir, databaseUrl: directUrlOf(config), file, key, overwrite });
    const lines = [`The backup ${file} is made and checked: ${sumOf(rows)} rows.`];
    const keyFile = config.databaseUrl === null ? keyFileOf(config) : '';
    if (existsSync(keyFile) && liesIn(keyFile, dataDir)) {
      lines.push(`The key file ${keyFile} lies beside the data, and no backup holds it: who loses it loses the texts.`);
    }
    print({ file, newest, rows }, lines);
  },
};

const restore: Command = {
  name: 'backup restore',
  args: ['FILE'],
  summary: 'puts the data of a backup into an empty DATA_DIR or database, while no program runs',
  options: {
    erased: { summary: 'who was erased, in place of the list beside the backup', value: 'FILE' },
    key: { summary: 'the key file of the texts, where it is not in its place', value: 'FILE' },
    'without-key': { summary: 'the key file is lost: texts and second factors are given up' },
  },
  async run({ args: [name = ''], options, env, terminal, path, print }) {
    const config = readConfig(env);
    const { dataDir } = config;
    const [file, key, isLost] = [path(name), options.get('key'), options.has('without-key')];
    if (key !== undefined && isLost) throw new UsageError('Either --key FILE or --without-key.', []);
    const listed = options.get('erased');
    const list = listed === undefined ? join(dirname(file), ERASED_FILE) : path(listed);
    const { lines: erased } = await readErasedFile(list, { isRequired: listed !== undefined });
    const sealed = { place: keyFileOf(config), from: key === undefined ? '' : path(key), isLost };
    const opening = await openingKey(config, askAt(terminal));
    const databaseUrl = directUrlOf(config);
    const { newest, rows, lost } = await (databaseUrl === null
      ? restoreBackup(file, opening, dataDir, erased, sealed)
      : restoreToPostgres(file, opening, { dataDir, databaseUrl, erased, sealed }));
    print({ newest, rows, lost, erased: erased.length }, [
      `${databaseUrl === null ? `DATA_DIR ${dataDir}` : 'The database'} holds the data; the newest entry: ${newest || 'none'}.`,
      'Everybody signs in anew, with the password of that time.',
      ...aboutFactors(rows, isLost),
      ...(lost > 0 ? [`Texts that the key sealed are lost in ${lost} records: each of them says so.`] : []),
      ...aboutErased(erased),
    ]);
  },
};

function aboutFactors(rows: Readonly<Record<string, number>>, isLost: boolean): string[] {
  if (isLost) {
    return ['Second factors are off: everybody signs in with the password alone until they turn it on again.'];
  }
  if ((rows['second_factors'] ?? 0) === 0) return [];
  return [
    'Second factors are those of that time: recovery codes used since then are good again, until their owner makes new ones.',
  ];
}

function aboutErased(erased: readonly Erased[]): string[] {
  if (erased.length === 0) return [];
  const accounts = new Set(erased.flatMap((line) => ('account' in line ? line.account : [])));
  const clients = new Set(erased.flatMap((line) => ('account' in line ? [] : line.id)));
  return [
    `Erased since: clients ${clients.size}, accounts ${accounts.size}. The next start erases those of them that are here, before it serves anybody.`,
  ];
}

const verify: Command = {
  name: 'backup verify',
  args: ['FILE'],
  summary: 'whether a backup can be opened and is whole, on the machine that has its key',
  options: {
    identity: { value: 'FILE', summary: 'the identity or the passphrase that opens it, in place of BACKUP_KEY_FILE' },
  },
  async run({ args: [file = ''], options, env, terminal, path, print }) {
    const identity = options.get('identity');
    const key = await (identity === undefined
      ? openingKey(readConfig(env), askAt(terminal))
      : readKeyFile(path(identity), '--identity'));
    const { newest, migrations, rows } = await verifyBackup(path(file), key);
    print({ newest, rows, migrations: migrations.length }, [
      `The backup is whole: ${sumOf(rows)} rows in ${Object.keys(rows).length} tables; the newest entry: ${newest || 'none'}.`,
      ...['users', 'clients', 'sessions', 'blog_posts'].map((table) => `  ${table}: ${rows[table] ?? 0}`),
    ]);
  },
};

export const BACKUPS: readonly Command[] = [make, restore, verify];

function askAt(terminal: Terminal): AskPassphrase {
  return (question) => terminal.ask(question, 'set BACKUP_KEY_FILE or BACKUP_PASSPHRASE.', true);
}

function sumOf(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((sum, number) => sum + number, 0);
}
