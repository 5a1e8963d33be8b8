import { dirname, join } from 'node:path';
import { parseCommand } from '#server/data/backup/command-line.ts';
import { openingKey } from '#server/data/backup/keys.ts';
import { directUrlOf } from '#server/data/backup/postgres-snapshot.ts';
import { restoreToPostgres } from '#server/data/backup/restore-to-postgres.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { ERASED_FILE, readErasedFile } from '#server/data/erasures/erased-list.ts';
import { keyFileOf } from '#server/ground/sealing/key-file.ts';
import { runCommand } from '#server/ground/process/run-program.ts';

// `npm run restore -- FILE [--erased FILE] [--key FILE | --without-key]`

await runCommand(async () => {
  const { file, erased, key, withoutKey } = parseCommand('restore', process.argv.slice(2));
  const config = readConfig();
  const { dataDir } = config;
  const databaseUrl = directUrlOf(config);
  const { lines: list } = await readErasedFile(erased || join(dirname(file), ERASED_FILE), {
    isRequired: erased !== '',
  });
  const sealed = { place: keyFileOf(config), from: key, isLost: withoutKey };
  const opening = await openingKey(config);
  const { newest, rows, lost } = await (databaseUrl === null
    ? restoreBackup(file, opening, dataDir, list, sealed)
    : restoreToPostgres(file, opening, { dataDir, databaseUrl, erased: list, sealed }));
  process.stdout.write(
    `${databaseUrl === null ? `DATA_DIR ${dataDir}` : 'The database'} holds the data; the newest entry: ${newest || 'none'}.\nEverybody signs in anew, with the password of that time.\n`,
  );
  if ((rows['second_factors'] ?? 0) > 0 && !withoutKey) {
    process.stdout.write(
      'Second factors are those of that time: recovery codes used since then are good again, until their owner makes new ones.\n',
    );
  }
  if (withoutKey) {
    process.stdout.write(
      'Second factors are off: everybody signs in with the password alone until they turn it on again.\n',
    );
    if (lost > 0)
      process.stdout.write(`Texts that the key sealed are lost in ${lost} records: each of them says so.\n`);
  }
  if (list.length > 0) {
    const accounts = new Set(list.flatMap((line) => ('account' in line ? line.account : [])));
    const clients = new Set(list.flatMap((line) => ('account' in line ? [] : line.id)));
    process.stdout.write(
      `Erased since: clients ${clients.size}, accounts ${accounts.size}. The next start erases those of them that are here, before it serves anybody.\n`,
    );
  }
});
