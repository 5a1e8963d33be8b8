import { DatabaseSync } from 'node:sqlite';
import { hasSoundPages } from '#server/ground/db/sound-pages.ts';
import { takeLowPriority } from '#server/ground/process/low-priority.ts';

// Reads a database file to its end while a server uses it, in its own process. Exit code 3 means a damaged file; any
// other failure says nothing about the file.

const NICENESS = 15;
const BUSY_TIMEOUT_MS = 5000;
const DAMAGED = 3;

const file = process.argv[2] ?? '';
try {
  takeLowPriority(NICENESS);
  using db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  if (!hasSoundPages(db)) process.exitCode = DAMAGED;
} catch (error) {
  await refuse(error);
}

/** Loads the code that reports a failure only when needed: loading it takes longer than checking a small file. */
async function refuse(error: unknown): Promise<void> {
  const { runCommand } = await import('#server/ground/process/run-program.ts');
  const { asStartError } = await import('#server/ground/process/start-error.ts');
  await runCommand(async () => {
    throw asStartError(error, `${file} cannot be read`, [file]);
  });
}
