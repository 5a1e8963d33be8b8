import type { FastifyInstance } from 'fastify';
import { startEraser } from '#server/accounts/deletion/eraser.ts';
import { buildApp } from '#server/app.ts';
import { startDailyBackups } from '#server/data/backup/daily-backups.ts';
import type { Config } from '#server/ground/config/config.ts';
import { clearAddress } from '#server/ground/config/proxy-networks.ts';
import type { Context } from '#server/ground/context.ts';
import { isDamaged } from '#server/ground/db/errors.ts';
import { damagedFile } from '#server/ground/db/sqlite.ts';
import { makeDataDir } from '#server/ground/db/data-dir.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { watchDatabase } from '#server/ground/db/watch-database.ts';
import { eraseAgain } from '#server/data/erasures/erase-again.ts';
import { keeperOfErased } from '#server/data/erasures/keep-erased.ts';
import { Departure } from '#server/ground/http/departure.ts';
import { startJobs } from '#server/jobs.ts';
import { startResealer } from '#server/accounts/keys/resealer.ts';
import type { Work } from '#server/ground/events/events.ts';
import { randomText } from '#server/ground/identity/record-id.ts';
import { newCounts } from '#server/ground/process/counts.ts';
import { mail } from '#server/letters.ts';
import { startOutbox } from '#server/ground/mail/outbox.ts';
import { VERSION } from '#server/ground/process/version.ts';
import { openContext, type Replaced } from '#server/open-context.ts';
import { serveOperator } from '#server/operation/operator/serve.ts';

const IDLE_LOOK_MS = 100;

export interface RunningServer {
  /** The address of the server, for instance 'http://127.0.0.1:8090'. */
  url: string;
  app: FastifyInstance;
  context: Context;
  /** Opens `/_mail`: new at every start, printed and never logged. */
  mailboxKey: string;
  /** Makes proxies choose another node from now on, before `stop`. */
  leave(leavingMs?: number): Promise<void>;
  /** Finishes requests in flight, ends streams, then closes the data. */
  stop(): Promise<void>;
}

/** Opens the data, builds the application and listens. `replace` exchanges single parts in tests. */
export async function startServer(config: Config, webFolder: string, replace: Replaced = {}): Promise<RunningServer> {
  makeDataDir(config.dataDir);
  /** Stops what was started, the last first: when the server stops, and where a start fails half-way. */
  const started = new AsyncDisposableStack();
  try {
    const { context, db, peers, close } = await openContext(config, { replace, tables: 'brought up to date' });
    started.defer(close);
    const { log, events } = context;
    const counts = newCounts();
    const mailboxKey = randomText(32);
    await eraseAgain(context);
    const keepErased = keeperOfErased(context);
    await keepErased();
    const watch = await watchDatabase(db, context);
    started.defer(() => watch.stop());
    // At once, not one after another: the outbox alone takes seconds for its last letters.
    const stops: (() => Promise<void>)[] = [];
    started.defer(async () => void (await Promise.all(stops.map((stop) => stop()))));
    const run = (name: Work, work: { wake(): void; stop(): Promise<void> }): void => {
      stops.push(() => work.stop());
      events.onWork(name, () => work.wake());
    };
    const backups = startDailyBackups({ ...context, counts, db });
    stops.push(() => backups.stop());
    run('letters', startOutbox(context, mail));
    run('erasures', startEraser(context, keepErased));
    run('sealing', startResealer(context, db));
    stops.push(startJobs(context));
    stops.push(await serveOperator(context));
    const departure = new Departure();
    const app = await buildApp(context, { webFolder, peers, counts, mailboxKey, departure });
    app.addHook('onError', async (_request, _reply, error) => watch.noteError(error));
    app.addHook('onClose', () => started.disposeAsync());
    const url = await listen(app, config);
    log.info({ version: VERSION, engine: db.engine, url }, 'started');
    const inClear = clearAddress(config);
    if (inClear !== null) log.warn(inClear);
    const stop = async (): Promise<void> => {
      log.info('stopping');
      await stopServing(app);
      log.info('stopped');
    };
    return { url, app, context, mailboxKey, leave: (ms) => departure.leave(ms), stop };
  } catch (error) {
    await started.disposeAsync();
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
