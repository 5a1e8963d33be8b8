import { chmodSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/ground/context.ts';
import { Spool } from '#server/data/archive/spool.ts';
import { describeError } from '#server/ground/process/log.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { VERSION } from '#server/ground/process/version.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';
import { BYTES_TYPE, CALLS, socketOf } from '#server/operation/operator/calls.ts';

const LONGEST_CALL = 64 * 1024;
const CALLS_WITHIN_MS = 10_000;

/**
 * Serves the calls of commands on a socket for the owner of the folder and root, while this process alone has the
 * folder; returns a function that completes running calls and stops. PostgreSQL needs none: there a command is one more
 * process on the database.
 */
export async function serveOperator(context: Context): Promise<() => Promise<void>> {
  const { config, db, log } = context;
  if (db.engine === 'postgres' || process.platform === 'win32') return async () => undefined;
  const path = socketOf(config.dataDir);
  const app = operatorApp(context);
  // The server must not keep a process alive whose start fails.
  app.server.unref();
  try {
    // Left behind by a program that was killed; the folder belongs to this one now.
    rmSync(path, { force: true });
    await app.listen({ path });
    chmodSync(path, 0o600);
    giveToOwnerOf(config.dataDir, path);
  } catch (error) {
    log.warn(describeError(error), 'commands of the operator wait until the program has stopped');
    await app.close();
  }
  return () => app.close();
}

function operatorApp(context: Context): FastifyInstance {
  const app = Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LONGEST_CALL,
    requestTimeout: CALLS_WITHIN_MS,
    http: { connectionsCheckingInterval: 1000 },
  });
  for (const [name, { run }] of Object.entries(CALLS)) {
    app.post(`/${name}`, async (request, reply) => {
      const value = await run(context, request.body);
      if (!(value instanceof Spool)) return { value };
      const bytes = Readable.from(value.read());
      bytes.once('close', () => void value[Symbol.asyncDispose]());
      bytes.once('error', (error) => context.log.warn(describeError(error), 'a command of the operator broke off'));
      return reply.header('content-length', value.size).type(BYTES_TYPE).send(bytes);
    });
  }
  app.setNotFoundHandler(() => {
    throw new StartError(`The running program is Kabinet ${VERSION}, which does not know this command.`);
  });
  app.setErrorHandler((error, _request, reply) => reply.status(500).send({ refusal: refusalOf(error) }));
  return app;
}

function refusalOf(error: unknown): string {
  if (error instanceof StartError || error instanceof AppError) return error.message;
  const { code, name } = describeError(error);
  return `The program failed in a way that was not foreseen (${code ?? name}).`;
}
