import { type ChildProcess, spawn } from 'node:child_process';
import { addAbortListener, once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { backupName, listBackups } from '#server/data/backup/backup-names.ts';
import type { Context } from '#server/ground/context.ts';
import { describeError } from '#server/ground/process/log.ts';
import { replaceFile } from '#server/ground/process/replace-file.ts';

/** In DATA_DIR: an earlier process can have ended between a backup and what follows it. */
const STATE_FILE = 'after-backup.json';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const LONGEST_MS = 6 * 3600_000;
const GRACE_MS = 5000;
const ANSWERS_WITHIN_MS = 30_000;

const outcome = z.enum(['due', 'done', 'failed']);
const followed = z.object({ file: z.string(), command: outcome, ping: outcome, noted: z.iso.datetime() });

/**
 * State of the steps after the newest backup, as of the instant `noted`: 'due' before the first attempt; 'failed' steps
 * are tried again.
 */
export type Followed = z.infer<typeof followed>;

type FollowContext = Pick<Context, 'config' | 'log' | 'now'>;

/**
 * Returns the state of the steps after the newest backup in a folder; null if this node has made none, or another node
 * has made a newer one.
 */
export async function readFollowed(dataDir: string, folder: string, now: Temporal.Instant): Promise<Followed | null> {
  try {
    const state = followed.parse(JSON.parse(await readFile(join(dataDir, STATE_FILE), 'utf8')));
    const latest = backupName(now);
    const isOlder = (await listBackups(folder)).some((name) => name > state.file && name <= latest);
    return isOlder ? null : state;
  } catch {
    return null;
  }
}

/** Notes a new backup; the state of the previous one is dropped. */
export async function noteBackup(context: FollowContext, file: string): Promise<void> {
  const { backupAfter, backupPingUrl } = context.config;
  const command = backupAfter === null ? 'done' : 'due';
  await note(context, { file, command, ping: backupPingUrl === null ? 'done' : 'due' });
}

/** Runs BACKUP_AFTER and asks BACKUP_PING_URL after a backup, in this order, until each has succeeded once. */
export async function followBackup(
  context: FollowContext,
  folder: string,
  signal: AbortSignal,
  graceMs = GRACE_MS,
): Promise<void> {
  const { backupAfter, backupPingUrl, dataDir } = context.config;
  const state = await readFollowed(dataDir, folder, context.now());
  if (state === null || !existsSync(join(folder, state.file))) return;
  if (state.command !== 'done' && backupAfter !== null && !signal.aborted) {
    const isDone = await run(context, backupAfter, join(folder, state.file), { signal, graceMs });
    state.command = isDone ? 'done' : 'failed';
    await note(context, state);
    if (!isDone) return;
  }
  if (state.ping !== 'done' && backupPingUrl !== null && !signal.aborted) {
    state.ping = (await ping(context, backupPingUrl, signal)) ? 'done' : 'failed';
    await note(context, state);
  }
}

/** Runs the command. At the signal, and after six hours, it gets SIGTERM and, after a grace period, SIGKILL. */
async function run(
  { log }: FollowContext,
  command: string,
  file: string,
  { signal, graceMs }: { signal: AbortSignal; graceMs: number },
): Promise<boolean> {
  const env = { PATH, HOME: homedir(), BACKUP_FILE: file };
  // A process group of its own, so that whatever it starts ends with it. Its output is dropped: it may contain data.
  const child = spawn(command, { shell: true, detached: true, cwd: dirname(file), env, stdio: 'ignore' });
  const ending = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  let grace: NodeJS.Timeout | undefined;
  using listening = new DisposableStack();
  listening.use(
    addAbortListener(ending, () => {
      signalGroup(child, 'SIGTERM');
      grace = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
    }),
  );
  const found = await once(child, 'exit').then(([code, by]) => ({ code, signal: by }), describeError);
  clearTimeout(grace);
  // What it started may ignore the first signal and outlive it.
  if (ending.aborted) signalGroup(child, 'SIGKILL');
  if (found.code === 0) return true;
  if (!signal.aborted) log.error(found, 'BACKUP_AFTER failed, tried again in ten minutes');
  return false;
}

async function ping({ log }: FollowContext, url: string, stopping: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(ANSWERS_WITHIN_MS)]);
  // The address is a secret of its own, so neither it nor an error's words are logged.
  try {
    const { ok, status, body } = await fetch(url, { signal });
    await body?.cancel();
    if (!ok) log.error({ status }, 'BACKUP_PING_URL refused, asked again in ten minutes');
    return ok;
  } catch (error) {
    if (!stopping.aborted) {
      log.error(describeError(error), 'BACKUP_PING_URL cannot be reached, asked again in ten minutes');
    }
    return false;
  }
}

async function note({ config, now }: FollowContext, state: Omit<Followed, 'noted'>): Promise<void> {
  const { dataDir } = config;
  const file = join(dataDir, STATE_FILE);
  const noted: Followed = { ...state, noted: now().toString({ smallestUnit: 'second' }) };
  replaceFile(file, JSON.stringify(noted));
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // No process of the group is left.
  }
}
