import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/ground/context.ts';
import { CALLS, type Data, dataOf, EXPORT, exportAccount } from '#server/operation/operator/data.ts';
import { describeError } from '#server/ground/process/log.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';
import { VERSION } from '#server/ground/process/version.ts';

const SOCKET_FILE = 'operator.sock';
const LONGEST_CALL = 64 * 1024;
const CALLS_WITHIN_MS = 10_000;

/** Where the program that has a folder takes the calls of commands. */
export function socketOf(dataDir: string): string {
  return join(dataDir, SOCKET_FILE);
}

const message = z.object({ call: z.string(), args: z.array(z.unknown()) });

/** The first line of an answer. After `bytes` as many follow. */
export const answer = z.union([
  z.object({ value: z.unknown() }).strict(),
  z.object({ bytes: z.int() }).strict(),
  z.object({ refusal: z.string() }).strict(),
  z.object({ failure: z.string() }).strict(),
]);
type Answer = z.infer<typeof answer>;

/**
 * Takes the calls of commands while this process alone has the folder, for its owner and root; returns a function that
 * stops. PostgreSQL needs none: there a command is one more process on the database.
 */
export async function serveOperator(context: Context): Promise<() => Promise<void>> {
  const { config, db, log } = context;
  if (db.engine === 'postgres' || process.platform === 'win32') return async () => undefined;
  const path = socketOf(config.dataDir);
  const asking = new Set<Socket>();
  const running = new Set<Promise<void>>();
  const serve = async (socket: Socket): Promise<void> => {
    asking.add(socket);
    try {
      const line = await readLine(socket).finally(() => asking.delete(socket));
      if (line !== null) await answerCall(context, socket, line);
      socket.end();
    } catch (error) {
      log.warn(describeError(error), 'a command of the operator broke off');
      socket.destroy();
    }
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const work = serve(socket.on('error', () => socket.destroy())).finally(() => running.delete(work));
    running.add(work);
  });
  // A start that fails ends the process.
  server.unref();
  try {
    // Of a program that was killed: this one has the folder now.
    rmSync(path, { force: true });
    server.listen(path);
    await once(server, 'listening');
    chmodSync(path, 0o600);
    giveToOwnerOf(config.dataDir, path);
  } catch (error) {
    log.warn(describeError(error), 'commands of the operator wait until the program has stopped');
    server.close();
  }
  return async () => {
    server.close();
    // What a command began is finished.
    for (const socket of asking) socket.destroy();
    await Promise.all(running);
  };
}

/** Returns the first line; null where the caller goes without one or keeps it back. */
async function readLine(socket: Socket): Promise<string | null> {
  const patience = setTimeout(() => socket.destroy(), CALLS_WITHIN_MS);
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of socket.iterator({ destroyOnReturn: false })) {
      pieces.push(piece);
      size += piece.length;
      if (size > LONGEST_CALL) return null;
      if (piece.includes('\n')) return Buffer.concat(pieces).toString('utf8');
    }
    return null;
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
  }
}

async function answerCall(context: Context, socket: Socket, line: string): Promise<void> {
  const send = (result: Answer): void => void socket.write(`${JSON.stringify(result)}\n`);
  try {
    const { call, args } = message.parse(JSON.parse(line));
    if (call === 'export') {
      const [account, passphrase] = EXPORT.parse(args);
      await using archive = await exportAccount(context, account, passphrase);
      send({ bytes: archive.size });
      await pipeline(archive.read(), socket);
    } else {
      const value = await runCall(dataOf(context), call, args);
      send({ value });
    }
  } catch (error) {
    if (socket.destroyed) throw error;
    send(refusalOf(error));
  }
}

function runCall(data: Data, name: string, args: unknown): Promise<unknown> {
  switch (name) {
    case 'list':
      return data.list(...CALLS.list.parse(args));
    case 'show':
      return data.show(...CALLS.show.parse(args));
    case 'change':
      return data.change(...CALLS.change.parse(args));
    case 'invite':
      return data.invite(...CALLS.invite.parse(args));
    case 'invitations':
      return data.invitations(...CALLS.invitations.parse(args));
    case 'withdraw':
      return data.withdraw(...CALLS.withdraw.parse(args));
    case 'state':
      return data.state(...CALLS.state.parse(args));
    default:
      throw new StartError(`The running program is Kabinet ${VERSION}, which does not know this command.`);
  }
}

function refusalOf(error: unknown): Answer {
  if (error instanceof StartError || error instanceof AppError) return { refusal: error.message };
  const { code, name } = describeError(error);
  return { failure: code ?? name };
}
