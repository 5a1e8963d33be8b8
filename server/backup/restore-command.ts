import { dataFolder, parseCommand } from '#server/backup/command-line.ts';
import { openingKey } from '#server/backup/keys.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { readConfig } from '#server/config/config.ts';
import { runCommand } from '#server/process/run-program.ts';

// `npm run restore -- FILE`

await runCommand(async () => {
  const { file } = parseCommand('restore', process.argv.slice(2));
  const config = readConfig();
  const dataDir = dataFolder(config);
  const { made } = await restoreBackup(file, await openingKey(config), dataDir);
  process.stdout.write(
    `DATA_DIR ${dataDir} holds the data of ${made}.\nEverybody signs in anew, with the password of that time.\n`,
  );
});
