import type { FastifyInstance } from 'fastify';
import { startEraser } from '#server/accounts/eraser.ts';
import { PASSWORD_COST } from '#server/accounts/password.ts';
import { forgetSecrets, openSecrets } from '#server/accounts/secrets.ts';
import { buildApp } from '#server/app.ts';
import { startDailyBackups } from '#server/backup/daily-backups.ts';
import { collections } from '#server/collections.ts';
import type { Config } from '#server/config/config.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import { isDamaged } from '#server/db/errors.ts';
import { makeDataDir } from '#server/db/data-dir.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { damagedFile } from '#server/db/sqlite.ts';
import type { Surroundings } from '#server/db/storage.ts';
import { StartError } from '#server/process/start-error.ts';
import { watchDatabase } from '#server/db/watch-database.ts';
import { eraseAgain } from '#server/erasures/keep-erased.ts';
import { departureOf } from '#server/http/departure.ts';
import { startJobs } from '#server/jobs.ts';
import { clientLetters, letters } from '#server/letters.ts';
import { openKeys } from '#server/keys/open-keys.ts';
import { newCounts } from '#server/process/counts.ts';
import { createLog } from '#server/process/log.ts';
import { VERSION } from '#server/process/version.ts';
import { openLimits } from '#server/limits/limits-store.ts';
import { startOutbox } from '#server/mail/outbox.ts';
import { openNodes } from '#server/nodes/open-nodes.ts';
import { randomText } from '#server/identity/record-id.ts';

const IDLE_LOOK_MS = 100;

export interface RunningServer {
  /** The address of the server, for instance 'http://127.0.0.1:8090'. */
  url: string;
  app: FastifyInstance;
  context: Context;
  /** Makes proxies choose another node from now on, before `stop`. */
  leave(leavingMs?: number): Promise<void>;
  /** Finishes requests in flight, ends streams, then closes the data. */
  stop(): Promise<void>;
}

/** Opens the data, builds the application and listens. `replace` exchanges single parts in tests. */
export async function startServer(
  config: Config,
  webFolder: string,
  replace: Partial<Pick<Context, 'now' | 'log' | 'limits' | 'passwordCost'> & Pick<Surroundings, 'roomAt'>> = {},
): Promise<RunningServer> {
  const log = replace.log ?? createLog(config);
  makeDataDir(config.dataDir);
  const db = await openDatabase(config, { log, ...(replace.roomAt && { roomAt: replace.roomAt }) });
  const closing = [() => db.close()];
  const close = async (): Promise<void> => {
    while (closing.length > 0) await closing.pop()?.();
  };
  try {
    // Before the file counts as ours: an interrupted start begins again here.
    if (db.engine === 'sqlite' && db.wasReplaced) await voidTokens(config, db);
    await openKeys(config, db, log);
    const nodes = await openNodes(db, log);
    closing.push(() => nodes.close());
    const context: Context = {
      config,
      db,
      secrets: await openSecrets(config, db),
      limits: replace.limits ?? openLimits(db),
      passwordCost: replace.passwordCost ?? PASSWORD_COST,
      events: nodes.events,
      peers: nodes.peers,
      log,
      counts: newCounts(),
      collections,
      letters,
      clientLetters,
      mailboxKey: randomText(32),
      now: replace.now ?? (() => Temporal.Now.instant()),
      wakeOutbox: () => outbox.wake(),
      wakeEraser: () => eraser.wake(),
    };
    await eraseAgain(context);
    const watch = await watchDatabase(db, context);
    const backups = startDailyBackups(context);
    const outbox = startOutbox(context);
    const eraser = startEraser(context);
    const stopJobs = startJobs(context);
    const app = await buildApp(context, webFolder);
    app.addHook('onError', async (_request, _reply, error) => watch.noteError(error));
    app.addHook('onClose', async () => {
      await Promise.all([outbox.stop(), eraser.stop(), backups.stop(), stopJobs()]);
      await watch.stop();
      await close();
    });
    const leave = departureOf(app);
    const url = await listen(app, config);
    log.info({ version: VERSION, engine: db.engine, url }, 'started');
    const stop = async (): Promise<void> => {
      log.info('stopping');
      await stopServing(app);
      log.info('stopped');
    };
    return { url, app, context, leave, stop };
  } catch (error) {
    await close();
    throw isDamaged(error) ? damagedFile(config.dataDir) : error;
  }
}

/** Closes a connection after its last response while the server stops, instead of keeping it for a next request. */
async function stopServing(app: FastifyInstance): Promise<void> {
  const closing = setInterval(() => app.server.closeIdleConnections(), IDLE_LOOK_MS);
  try {
    await app.close();
  } finally {
    clearInterval(closing);
  }
}

/** An older copy would bring back devices signed out since then, and used links. */
async function voidTokens(config: Config, db: Database): Promise<void> {
  forgetSecrets(config.dataDir);
  await db.write(async ({ trx }) => {
    await trx.deleteFrom('sign_ins').execute();
    await trx.deleteFrom('waiting_sign_ins').execute();
  });
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    return await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    await app.close();
    if (code === 'EADDRINUSE') throw new StartError(`PORT ${config.port} is in use by another program.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new StartError('HOST is no address of this machine.');
    if (code === 'EACCES') throw new StartError(`PORT ${config.port} may not be used without more rights.`);
    throw error;
  }
}
