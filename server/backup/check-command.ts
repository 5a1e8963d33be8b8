import { DatabaseSync } from 'node:sqlite';
import { hasSoundPages } from '#server/backup/inspect-database.ts';
import { tellSystemError } from '#server/process/start-error.ts';
import { takeLowPriority } from '#server/process/low-priority.ts';
import { runCommand } from '#server/process/run-program.ts';

// Reads a database file to its end while a server uses it, in its own process. Exit code 3 means a damaged file; any
// other failure means nothing about the file.

const NICENESS = 15;
const BUSY_TIMEOUT_MS = 5000;
const DAMAGED = 3;

await runCommand(async () => {
  const file = process.argv[2] ?? '';
  takeLowPriority(NICENESS);
  try {
    using db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    if (!hasSoundPages(db)) process.exitCode = DAMAGED;
  } catch (error) {
    throw tellSystemError(error, `${file} cannot be read`, [file]);
  }
});
