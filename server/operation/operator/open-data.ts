import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Context } from '#server/ground/context.ts';
import { Spool } from '#server/data/archive/spool.ts';
import type { Config } from '#server/ground/config/config.ts';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import { InUse, StartError, tellSystemError } from '#server/ground/process/start-error.ts';
import {
  type ArgsOf,
  BYTES_TYPE,
  type CallName,
  CALLS,
  type ResultOf,
  socketOf,
} from '#server/operation/operator/calls.ts';

const TRIES = 20;
const AGAIN_AFTER_MS = 250;

/** Opens the data in this process; `server/kabinet.ts` says how. */
export type OpenHere = (config: Config) => Promise<{ context: Context; close: () => Promise<void> }>;

/** Receives the bytes of an archive, piece by piece. */
export type Take = (piece: Uint8Array) => Promise<void>;

interface Asked {
  name: CallName;
  args: unknown[];
  take: Take;
}

/** The data of a configuration, for the commands. */
export interface Data {
  /** Runs a call. Throws a StartError where it is refused, or the data cannot be reached. */
  run<Name extends Exclude<CallName, 'export'>>(name: Name, ...args: ArgsOf<Name>): Promise<ResultOf<Name>>;
  /** Passes the archive of an account on; returns how many bytes it has. */
  export(take: Take, ...args: ArgsOf<'export'>): Promise<number>;
}

/** Runs each call where a program has the folder in that program, otherwise here, for as long as it takes. */
export function dataOf(config: Config, openHere: OpenHere): Data {
  const ask = async (asked: Asked): Promise<unknown> => {
    if (config.databaseUrl !== null) return runHere(config, openHere, asked);
    refuseNoData(config.dataDir);
    return askInFolder(config, openHere, asked);
  };
  return {
    // The program of the same version returns what its type says.
    run: async <Name extends CallName>(name: Name, ...args: ArgsOf<Name>) =>
      (await ask({ name, args, take: refuseBytes })) as ResultOf<Name>,
    export: async (take, ...args) => z.int().parse(await ask({ name: 'export', args, take })),
  };
}

async function askInFolder(config: Config, openHere: OpenHere, asked: Asked): Promise<unknown> {
  // The program may be starting or stopping, or another command have the folder.
  for (let tries = 1; ; tries += 1) {
    const socket = await connected(socketOf(config.dataDir));
    if (socket) return askProgram(socket, asked);
    try {
      return await asOwnerOf(join(config.dataDir, DATABASE_FILE), () => runHere(config, openHere, asked));
    } catch (error) {
      if (!(error instanceof InUse) || tries === TRIES) throw error;
    }
    await sleep(AGAIN_AFTER_MS);
  }
}

async function runHere(config: Config, openHere: OpenHere, { name, args, take }: Asked): Promise<unknown> {
  const { context, close } = await openHere(config);
  try {
    const value = await CALLS[name].run(context, args);
    if (!(value instanceof Spool)) return value;
    await using archive = value;
    for await (const piece of archive.read()) await take(piece);
    return archive.size;
  } finally {
    await close();
  }
}

/** Throws a StartError for a folder without data: one that was mistyped does not become one. */
export function refuseNoData(dataDir: string): void {
  const file = join(dataDir, DATABASE_FILE);
  try {
    if (statSync(file, { throwIfNoEntry: false })) return;
  } catch (error) {
    throw tellSystemError(error, `DATA_DIR ${dataDir} cannot be used`, [file]);
  }
  throw new StartError(`DATA_DIR ${dataDir} holds no data of Kabinet: it comes with the first start.`);
}

/** Root's own files in the folder would stop the program of its owner; what is written elsewhere stays root's. */
async function asOwnerOf<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const { uid, gid } = statSync(file);
  if (process.geteuid?.() !== 0 || uid === 0) return work();
  const [group, groups] = [process.getegid?.() ?? 0, process.getgroups?.() ?? []];
  process.setgroups?.([gid]);
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(group);
    process.setgroups?.(groups);
  }
}

/** Returns a connection to the program that has the folder; null without one. */
async function connected(path: string): Promise<Socket | null> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    // Without a program there is no socket, or one that a killed program left.
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return null;
    throw tellSystemError(error, `${path} cannot be used`, [path]);
  }
}

const refusal = z.object({ refusal: z.string() });
const success = z.object({ value: z.unknown() });

async function askProgram(socket: Socket, { name, args, take }: Asked): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const calling = request({ method: 'POST', path: `/${name}`, headers, createConnection: () => socket });
  calling.end(JSON.stringify(args));
  try {
    const [response]: IncomingMessage[] = await once(calling, 'response');
    if (!response) throw brokenOff();
    if (response.statusCode !== 200) throw new StartError(refusal.parse(await json(response)).refusal);
    if (response.headers['content-type'] !== BYTES_TYPE) return success.parse(await json(response)).value;
    let size = 0;
    for await (const piece of response) {
      const bytes: Buffer = piece;
      size += bytes.length;
      await take(bytes);
    }
    return size;
  } catch (error) {
    throw isCutOff(error) ? brokenOff() : error;
  } finally {
    socket.destroy();
  }
}

async function refuseBytes(): Promise<void> {
  throw brokenOff();
}

function brokenOff(): StartError {
  return new StartError('The program ended before it had answered: look whether it was done.');
}

function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
