import { existsSync } from 'node:fs';
import { parseCommand } from '#server/data/backup/command-line.ts';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { directUrlOf } from '#server/data/backup/postgres-snapshot.ts';
import { sealingKey } from '#server/data/backup/keys.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { takeLowPriority } from '#server/ground/process/low-priority.ts';
import { runCommand } from '#server/ground/process/run-program.ts';
import { keyFileOf, liesIn } from '#server/ground/sealing/key-file.ts';

// `npm run backup -- FILE` and the daily backup: in its own process, so that a running server keeps responding.

const NICENESS = 10;

await runCommand(async () => {
  const { file, overwrite } = parseCommand('backup', process.argv.slice(2));
  const config = readConfig();
  const key = await sealingKey(config);
  takeLowPriority(NICENESS);
  const { rows } = await makeBackup({
    dataDir: config.dataDir,
    databaseUrl: directUrlOf(config),
    file,
    key,
    overwrite,
  });
  const count = Object.values(rows).reduce((sum, number) => sum + number, 0);
  process.stdout.write(`The backup ${file} is made and checked: ${count} rows.\n`);
  const keyFile = config.databaseUrl === null ? keyFileOf(config) : '';
  if (existsSync(keyFile) && liesIn(keyFile, config.dataDir)) {
    process.stdout.write(
      `The key file ${keyFile} lies beside the data, and no backup holds it: who loses it loses the texts.\n`,
    );
  }
});
