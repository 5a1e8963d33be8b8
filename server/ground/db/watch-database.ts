import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/ground/config/config.ts';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import { isDamaged } from '#server/ground/db/errors.ts';
import type { OpenDatabase } from '#server/ground/db/open-database.ts';
import { describeError } from '#server/ground/process/log.ts';
import { programFile } from '#server/ground/process/project-root.ts';

const CHECKER = programFile('server/data/backup/check-command.ts');
const SOUND = 0;
const DAMAGED = 3;
const NOT_CHECKED = 'database not checked';

/** Lets the first requests run before the check. */
const FIRST_CHECK_MS = 2000;
const CHECK_EVERY_MS = 24 * 3600_000;
const RENEW_EVERY_MS = 10 * 60_000;
/** How long reads may continue on a replaced file. */
export const LOOK_EVERY_MS = 5000;

export interface DatabaseWatch {
  /** Checks an error of a request, which may be the first sign of damage. */
  noteError(error: unknown): void;
  stop(): Promise<void>;
}

interface WatchContext {
  config: Config;
  log: FastifyBaseLogger;
}

/** Watches the database file of a single process; on PostgreSQL it does nothing. */
export async function watchDatabase(db: OpenDatabase, { config, log }: WatchContext): Promise<DatabaseWatch> {
  if (db.engine === 'postgres') return { noteError: () => undefined, stop: async () => undefined };
  const stopping = new AbortController();
  let reported: string | null = null;
  /** Logs the beginning of a trouble once, and its end once. */
  const report = (): void => {
    const trouble = db.findTrouble();
    if (trouble === reported) return;
    if (trouble === null) log.warn('database back in its place');
    else log.error(trouble);
    reported = trouble;
  };
  /** A full disk must not prevent the start or the stop: the file stays the same, and the next renewal tries again. */
  const renew = (): Promise<void> =>
    db.renewGeneration().catch((error: unknown) => log.warn(describeError(error), 'generation not renewed'));
  const check = async (): Promise<void> => {
    try {
      const { code, signal } = await runChecker(join(config.dataDir, DATABASE_FILE), stopping.signal);
      if (stopping.signal.aborted) return;
      if (code === DAMAGED) db.reportDamage();
      // What ends the checker by a signal, for instance too little memory, would do so every day.
      else if (signal !== null) log.error({ signal }, NOT_CHECKED);
      else if (code === SOUND) log.debug('database checked');
      else log.warn({ code }, NOT_CHECKED);
      report();
    } catch (error) {
      if (!stopping.signal.aborted) log.warn(describeError(error), NOT_CHECKED);
    }
  };
  if (db.wasReplaced) log.warn('kabinet.db was replaced while the server was off: everybody signs in anew');
  await renew();
  const timers = [
    setInterval(report, LOOK_EVERY_MS).unref(),
    setInterval(() => void renew(), RENEW_EVERY_MS).unref(),
    setTimeout(() => void check(), FIRST_CHECK_MS).unref(),
    setInterval(() => void check(), CHECK_EVERY_MS).unref(),
  ];
  return {
    noteError(error) {
      // Pages of a replaced file look damaged too, and the original may come back.
      if (isDamaged(error) && db.findTrouble() === null) db.reportDamage();
      report();
    },
    async stop() {
      timers.forEach((timer) => clearTimeout(timer));
      stopping.abort();
      await renew();
    },
  };
}

async function runChecker(file: string, signal: AbortSignal): Promise<{ code: number | null; signal: string | null }> {
  const child = spawn(process.execPath, [CHECKER, file], { env: {}, stdio: 'ignore', signal, killSignal: 'SIGKILL' });
  await once(child, 'close');
  return { code: child.exitCode, signal: child.signalCode };
}
