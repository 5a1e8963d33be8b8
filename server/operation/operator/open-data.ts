import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/ground/config/config.ts';
import type { Context } from '#server/ground/context.ts';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import type { Call, Data } from '#server/operation/operator/data.ts';
import { dataOf } from '#server/operation/operator/data.ts';
import { answer, socketOf } from '#server/operation/operator/serve.ts';
import { InUse, StartError, tellSystemError } from '#server/ground/process/start-error.ts';

const TRIES = 20;
const AGAIN_AFTER_MS = 250;

/** Opens the data in this process; `server/kabinet.ts` says how. */
export type OpenHere = (config: Config) => Promise<{ context: Context; close: () => Promise<void> }>;

/**
 * Runs `work` on the data: where a program has the folder, in that program; otherwise here, for as long as it takes.
 * Throws a StartError where neither can be.
 */
export async function withData<Result>(
  config: Config,
  openHere: OpenHere,
  work: (data: Data) => Promise<Result>,
): Promise<Result> {
  if (config.databaseUrl !== null) return workHere(config, openHere, work);
  refuseNoData(config.dataDir);
  return asOwnerOf(join(config.dataDir, DATABASE_FILE), () => workInFolder(config, openHere, work));
}

async function workInFolder<Result>(
  config: Config,
  openHere: OpenHere,
  work: (data: Data) => Promise<Result>,
): Promise<Result> {
  // The program may be starting or stopping, or another command have the folder.
  for (let tries = 1; ; tries += 1) {
    const path = socketOf(config.dataDir);
    const isThere = await isServed(path);
    try {
      if (isThere) return await work(dataAt(path));
      return await workHere(config, openHere, work);
    } catch (error) {
      if (!(error instanceof InUse) || tries === TRIES) throw error;
    }
    await sleep(AGAIN_AFTER_MS);
  }
}

async function workHere<Result>(
  config: Config,
  openHere: OpenHere,
  work: (data: Data) => Promise<Result>,
): Promise<Result> {
  const { context, close } = await openHere(config);
  try {
    return await work(dataOf(context));
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

async function isServed(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  try {
    (await connected(path)).destroy();
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return false;
    throw tellSystemError(error, `${path} cannot be used`, [path]);
  }
}

async function connected(path: string): Promise<Socket> {
  const socket = connect({ path, allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
}

/**
 * The calls on the data of the program that listens there. Where not even the first one reaches it, they throw InUse:
 * nothing was done, and the work can begin again. After that no work is done twice.
 */
function dataAt(path: string): Data {
  let isReached = false;
  const reach = async (): Promise<Socket> => {
    try {
      const socket = await connected(path);
      isReached = true;
      return socket;
    } catch {
      throw new (isReached ? StartError : InUse)('The program is about to end: try again.');
    }
  };
  const call = async <Name extends Call>(name: Name, args: unknown[]): Promise<Awaited<ReturnType<Data[Name]>>> =>
    // The program of the same version answers what its type says.
    (await ask(reach, name, args, refuseBytes)) as Awaited<ReturnType<Data[Name]>>;
  return {
    list: () => call('list', []),
    show: (who) => call('show', [who]),
    change: (id, change) => call('change', [id, change]),
    invite: (email) => call('invite', [email]),
    invitations: (which) => call('invitations', [which]),
    withdraw: (ids) => call('withdraw', [ids]),
    state: () => call('state', []),
    async export(id, passphrase, take) {
      let size = 0;
      const wanted = await ask(reach, 'export', [id, passphrase], async (piece) => {
        size += piece.length;
        await take(piece);
      });
      if (wanted !== size) throw brokenOff();
      return size;
    },
  };
}

async function refuseBytes(): Promise<void> {
  throw brokenOff();
}

function brokenOff(): StartError {
  return new StartError('The program ended before it had answered: look whether it was done.');
}

/** Sends a call; returns its value or, of bytes, how many there should be. Throws its refusal. */
async function ask(
  reach: () => Promise<Socket>,
  call: string,
  args: unknown[],
  take: (piece: Uint8Array) => Promise<void>,
): Promise<unknown> {
  const socket = await reach();
  try {
    socket.write(`${JSON.stringify({ call, args })}\n`);
    let head = '';
    let result: unknown = undefined;
    let isRead = false;
    for await (const piece of socket) {
      const bytes: Buffer = piece;
      if (isRead) {
        await take(bytes);
        continue;
      }
      const end = bytes.indexOf('\n');
      head += bytes.toString('latin1', 0, end === -1 ? undefined : end);
      if (end === -1) continue;
      isRead = true;
      result = readAnswer(head);
      if (end + 1 < bytes.length) await take(bytes.subarray(end + 1));
    }
    if (!isRead) throw brokenOff();
    return result;
  } catch (error) {
    throw isCutOff(error) ? brokenOff() : error;
  } finally {
    socket.destroy();
  }
}

function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

function readAnswer(head: string): unknown {
  const read = answer.parse(JSON.parse(Buffer.from(head, 'latin1').toString('utf8')));
  if ('refusal' in read) throw new StartError(read.refusal);
  if ('failure' in read) throw new StartError(`The program failed in a way that was not foreseen (${read.failure}).`);
  return 'bytes' in read ? read.bytes : read.value;
}
