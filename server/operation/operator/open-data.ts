import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Context } from '#server/ground/context.ts';
import { Spool } from '#server/data/archive/spool.ts';
import type { Config } from '#server/ground/config/config.ts';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import { InUse, StartError, asStartError } from '#server/ground/process/start-error.ts';
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

/** Opens the data in this process, as `server/kabinet.ts` implements it. */
export type OpenHere = (config: Config) => Promise<{ context: Context; close: () => Promise<void> }>;

/** Receives the bytes of an archive, piece by piece. */
export type Take = (piece: Uint8Array) => Promise<void>;

interface Asked {
  name: CallName;
  args: unknown[];
  take?: Take;
}

/** Access to the data of a configuration, for commands. */
export interface Data {
  /** Runs a call. Throws a StartError if it is refused, or the data cannot be reached. */
  run<Name extends Exclude<CallName, 'export'>>(name: Name, ...args: ArgsOf<Name>): Promise<ResultOf<Name>>;
  /** Passes the archive of an account on in pieces; returns the number of bytes. */
  export(take: Take, ...args: ArgsOf<'export'>): Promise<number>;
}

/**
 * Runs each call in the program that has the folder open, if there is one; otherwise here, opening the data for as long
 * as the call takes.
 */
export function dataOf(config: Config, openHere: OpenHere): Data {
  const ask = async (asked: Asked): Promise<unknown> => {
    if (config.databaseUrl !== null) return runHere(config, openHere, asked);
    refuseNoData(config.dataDir);
    return askInFolder(config, openHere, asked);
  };
  return {
    // The other program has the same version, so its result has the declared type.
    run: async <Name extends CallName>(name: Name, ...args: ArgsOf<Name>) =>
      (await ask({ name, args })) as ResultOf<Name>,
    export: async (take, ...args) => z.int().parse(await ask({ name: 'export', args, take })),
  };
}

async function askInFolder(config: Config, openHere: OpenHere, asked: Asked): Promise<unknown> {
  // The program may be starting or stopping, or another command may have the folder.
  for (let tries = 1; ; tries += 1) {
    const answered = await askProgram(config.dataDir, asked);
    if (answered) return answered.value;
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
    for await (const piece of archive.read()) await take?.(piece);
    return archive.size;
  } finally {
    await close();
  }
}

/** Throws a StartError for a folder without data, so that a mistyped path does not create one. */
export function refuseNoData(dataDir: string): void {
  const file = join(dataDir, DATABASE_FILE);
  try {
    if (statSync(file, { throwIfNoEntry: false })) return;
  } catch (error) {
    throw asStartError(error, `DATA_DIR ${dataDir} cannot be used`, [file]);
  }
  throw new StartError(`DATA_DIR ${dataDir} holds no data of Kabinet: it comes with the first start.`);
}

/**
 * Runs work as the owner of a file: root's own files in the folder would stop the program of that owner. Files written
 * elsewhere stay root's.
 */
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

const refusal = z.object({ refusal: z.string() });
const success = z.object({ value: z.unknown() });

/** Runs a call in the program that has the folder open; returns null if there is none. */
async function askProgram(dataDir: string, { name, args, take }: Asked): Promise<{ value: unknown } | null> {
  const response = await responseOf(socketOf(dataDir), `/${name}`, args);
  if (!response) return null;
  try {
    if (response.statusCode !== 200) throw new StartError(refusal.parse(await json(response)).refusal);
    if (response.headers['content-type'] !== BYTES_TYPE) return { value: success.parse(await json(response)).value };
    let size = 0;
    for await (const piece of response) {
      const bytes: Buffer = piece;
      size += bytes.length;
      await take?.(bytes);
    }
    return { value: size };
  } catch (error) {
    throw isCutOff(error) ? brokenOff() : error;
  } finally {
    response.destroy();
  }
}

/** Returns the response of the program that has the folder open; null if there is none. */
async function responseOf(socketPath: string, path: string, args: unknown[]): Promise<IncomingMessage | null> {
  const headers = { 'content-type': 'application/json' };
  const calling = request({ method: 'POST', socketPath, path, headers, agent: false });
  calling.end(JSON.stringify(args));
  try {
    const [response]: IncomingMessage[] = await once(calling, 'response');
    return response ?? null;
  } catch (error) {
    // Without a program there is no socket, or one that a killed program left behind.
    if (isOf(error, ['ECONNREFUSED', 'ENOENT'])) return null;
    throw isCutOff(error) ? brokenOff() : asStartError(error, `${socketPath} cannot be used`, [socketPath]);
  }
}

function brokenOff(): StartError {
  return new StartError('The program ended before it had answered: look whether it was done.');
}

function isCutOff(error: unknown): boolean {
  return isOf(error, ['ECONNRESET', 'EPIPE']);
}

function isOf(error: unknown, codes: readonly unknown[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(error.code);
}
