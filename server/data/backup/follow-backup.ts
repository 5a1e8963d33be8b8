import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { backupName, listBackups } from '#server/data/backup/backup-names.ts';
import type { Context } from '#server/ground/context.ts';
import { describeError } from '#server/ground/process/log.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';

/** In DATA_DIR: an earlier process can have ended between a backup and what follows it. */
const STATE_FILE = 'after-backup.json';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const LONGEST_MS = 6 * 3600_000;
const GRACE_MS = 5000;
const ANSWERS_WITHIN_MS = 30_000;

const outcome = z.enum(['due', 'done', 'failed']);
const followed = z.object({ file: z.string(), command: outcome, ping: outcome, noted: z.iso.datetime() });

/** What follows the newest backup: 'due' before the first try, 'failed' ones are tried again; as of the instant `noted`. */
export type Followed = z.infer<typeof followed>;

type Duties = Pick<Context, 'config' | 'log' | 'now'>;

/** Returns what followed the newest backup in a folder; null before this node made one, and where another made a newer. */
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

/** Runs BACKUP_AFTER and asks BACKUP_PING_URL after a backup, in this order, until each has succeeded once. */
export class BackupFollower {
  readonly #context: Duties;
  readonly #folder: string;
  readonly #graceMs: number;
  #child: ChildProcess | null = null;
  readonly #stopping = new AbortController();

  constructor(context: Duties, folder: string, graceMs = GRACE_MS) {
    this.#context = context;
    this.#folder = folder;
    this.#graceMs = graceMs;
  }

  /** Notes a new backup; what followed the one before does not matter any more. */
  async begin(file: string): Promise<void> {
    const { backupAfter, backupPingUrl } = this.#context.config;
    await this.#note({
      file,
      command: backupAfter === null ? 'done' : 'due',
      ping: backupPingUrl === null ? 'done' : 'due',
    });
  }

  /** Does what did not succeed yet. */
  async catchUp(): Promise<void> {
    const { config, now } = this.#context;
    const { backupAfter, backupPingUrl, dataDir } = config;
    const state = await readFollowed(dataDir, this.#folder, now());
    if (state === null || !existsSync(join(this.#folder, state.file))) return;
    if (state.command !== 'done' && backupAfter !== null && !this.#stopping.signal.aborted) {
      state.command = await this.#run(backupAfter, join(this.#folder, state.file));
      await this.#note(state);
      if (state.command === 'failed') return;
    }
    if (state.ping !== 'done' && backupPingUrl !== null && !this.#stopping.signal.aborted) {
      state.ping = await this.#ping(backupPingUrl);
      await this.#note(state);
    }
  }

  /** Ends the command: by SIGTERM, and after a grace by SIGKILL. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#child) await this.#end(this.#child);
  }

  async #run(command: string, file: string): Promise<Followed['command']> {
    const { log } = this.#context;
    const env = { PATH, HOME: homedir(), BACKUP_FILE: file };
    // A group of its own, so that all that it starts ends with it. Its output is dropped: it could hold anything.
    const child = spawn(command, { shell: true, detached: true, cwd: this.#folder, env, stdio: 'ignore' });
    this.#child = child;
    const tooLong = setTimeout(() => void this.#end(child), LONGEST_MS).unref();
    try {
      const [code, signal] = await once(child, 'exit');
      if (code === 0) return 'done';
      if (this.#stopping.signal.aborted) return 'failed';
      log.error({ code, signal }, 'BACKUP_AFTER failed, tried again in ten minutes');
    } catch (error) {
      log.error(describeError(error), 'BACKUP_AFTER failed, tried again in ten minutes');
    } finally {
      clearTimeout(tooLong);
      this.#child = null;
    }
    return 'failed';
  }

  async #end(child: ChildProcess): Promise<void> {
    const over = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
    signalGroup(child, 'SIGTERM');
    const grace = setTimeout(() => signalGroup(child, 'SIGKILL'), this.#graceMs);
    await over;
    clearTimeout(grace);
    // What it started may ignore the first signal and outlive it.
    signalGroup(child, 'SIGKILL');
  }

  async #ping(url: string): Promise<Followed['ping']> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]);
    // The address is a secret of its own, so neither it nor an error's words are logged.
    try {
      const { ok, status, body } = await fetch(url, { signal });
      await body?.cancel();
      if (ok) return 'done';
      this.#context.log.error({ status }, 'BACKUP_PING_URL refused, asked again in ten minutes');
    } catch (error) {
      if (!this.#stopping.signal.aborted) {
        this.#context.log.error(describeError(error), 'BACKUP_PING_URL cannot be reached, asked again in ten minutes');
      }
    }
    return 'failed';
  }

  async #note(state: Omit<Followed, 'noted'>): Promise<void> {
    const { config, now } = this.#context;
    const { dataDir } = config;
    const file = join(dataDir, STATE_FILE);
    const noted: Followed = { ...state, noted: now().toString({ smallestUnit: 'second' }) };
    await writeFile(`${file}.new`, JSON.stringify(noted), { mode: 0o600 });
    giveToOwnerOf(dataDir, `${file}.new`);
    await rename(`${file}.new`, file);
  }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // No process of the group is left.
  }
}
