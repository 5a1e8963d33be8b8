import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hashPassword } from '#server/accounts/passwords/password.ts';
import { createWrittenPractice, type WrittenPractice } from '#proofs/faults/written-practice.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { openBesideServer } from '#proofs/support/beside-server.ts';
import { endProgram } from '#proofs/support/program.ts';
import { startLoad } from '#proofs/support/write-load.ts';
import type { Part } from '#proofs/torture/part.ts';

const exec = promisify(execFile);

const WRITERS = 8;
const PASSWORD = 'тихая-комната-7';
const MB = 1024 * 1024;
const LONGEST_FILL_MS = 180_000;
const RESERVE_MS = 40_000;
const RECOVERY_MS = 3000;
/** Log entries are written within a second. */
const LOG_MS = 3000;

/**
 * On a full disk reading, deleting and signing in continue and adding is refused; all works again once there is room.
 */
export const run: Part = async (tell) => {
  if (process.getuid?.() !== 0) throw new Error('a small disk is mounted for this: it needs root');
  for (const by of ['the data itself', 'others'] as const) {
    await using disk = await mountDisk(by === 'others' ? 96 : 32);
    await using practice = await createWrittenPractice(WRITERS, join(disk.folder, 'data'));
    const { measured, faults } = await fillAndFree(practice, disk, by === 'others');
    for (const fault of new Set(faults)) console.log(`    ${fault}`);
    tell({
      what: `a disk filled by ${by}`,
      where: 'sqlite, 1 process',
      measured: `${measured}, ${faults.length} faults`,
      wanted: '0 faults',
      ok: faults.length === 0,
    });
  }
};

async function fillAndFree(
  practice: WrittenPractice,
  disk: Disk,
  byOthers: boolean,
): Promise<{ measured: string; faults: string[] }> {
  const { writers, ledger, dataDir } = practice;
  const [writer] = writers;
  if (!writer) throw new Error('There is nobody to write.');
  const email = await givePassword(practice, writer.owner);
  const faults: string[] = [];
  const expect = async (what: string, answer: Promise<Response>, ...statuses: number[]): Promise<Response> => {
    const response = await answer;
    if (!statuses.includes(response.status)) faults.push(`${what} was answered with ${response.status}`);
    return response;
  };
  let server = await practice.start();
  const call = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${server.url}/api/collections/${path}`, {
      method,
      headers: { authorization: writer.token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const addNote = (): Promise<Response> =>
    call('POST', 'blog_posts/records', {
      id: newRecordId(),
      title: 'Большая заметка',
      content: 'Покой. '.repeat(10_000),
      date: '2026-11-21',
    });
  const forgetAdded = async (response: Response): Promise<void> => {
    const { id }: { id: string } = await response.json();
    ledger.forget(id);
  };
  const livesOn = async (...toAdding: number[]): Promise<number> => {
    const list = await expect('a list', call('GET', 'blog_posts/records?perPage=20'), 200);
    const { items }: { items: { id: string }[] } = await list.json();
    await expect('a view', call('GET', `clients/records/${writer.client}`), 200);
    const added = await expect('adding', addNote(), ...toAdding);
    if (added.ok) await forgetAdded(added);
    for (const { id } of items) await expect('deleting', call('DELETE', `blog_posts/records/${id}`), 204);
    for (const { id } of items) ledger.forget(id);
    const form = { identity: email, password: PASSWORD };
    await expect('signing in', call('POST', 'users/auth-with-password', form), 200);
    return items.length;
  };

  if (byOthers) {
    const reserve = join(dataDir, 'reserve');
    const before = performance.now();
    while (!existsSync(reserve) && performance.now() - before < RESERVE_MS) {
      await sleep(1000);
      await write(practice, server.url, 200);
    }
    if (!existsSync(reserve)) faults.push('there is no reserve');
    await disk.fill();
  }
  await write(practice, server.url, LONGEST_FILL_MS);
  const acknowledged = ledger.acknowledged;
  let deleted = await livesOn(507);
  if (!(await within(LOG_MS, () => /no room on the disk/.test(server.log()))))
    faults.push('the log says nothing of it');
  await endProgram(server.child, 'SIGKILL');
  server = await practice.start();
  // The freed reserve, or the pages of deleted notes, can be enough room for one more.
  deleted += await livesOn(200, 507);
  await disk.free();
  const freed = performance.now();
  let added = await addNote();
  while (added.status === 507 && performance.now() - freed < RECOVERY_MS) {
    await sleep(100);
    added = await addNote();
  }
  await expect('adding, once there is room', Promise.resolve(added), 200);
  const recovered = performance.now() - freed;
  await forgetAdded(added);
  faults.push(...(await practice.faults()));
  await endProgram(server.child, 'SIGTERM');
  return {
    measured: `${acknowledged} writes acknowledged, ${deleted} deleted, writes again ${recovered.toFixed(0)} ms after there is room`,
    faults,
  };
}

/** Returns whether the condition becomes true in time. */
async function within(ms: number, isSo: () => boolean): Promise<boolean> {
  const until = performance.now() + ms;
  while (!isSo() && performance.now() < until) await sleep(50);
  return isSo();
}

/** Runs all writers until one is refused for lack of room. */
async function write({ writers, ledger }: WrittenPractice, url: string, ms: number): Promise<void> {
  const load = startLoad({ url, writers, ledger, deletes: false });
  const began = performance.now();
  while (!load.statuses.has(507) && performance.now() - began < ms) await sleep(20);
  await load.stop();
}

async function givePassword({ dataDir }: WrittenPractice, owner: string): Promise<string> {
  const db = await openBesideServer(dataDir);
  const password_hash = await hashPassword(PASSWORD);
  await db.write(({ trx }) => trx.updateTable('users').set({ password_hash }).where('id', '=', owner).execute());
  const { email } = await db.read.selectFrom('users').select('email').where('id', '=', owner).executeTakeFirstOrThrow();
  await db.close();
  return email;
}

interface Disk extends AsyncDisposable {
  folder: string;
  /** Fills the disk to the last byte. */
  fill(): Promise<void>;
  /** Frees plenty of room. */
  free(): Promise<void>;
}

async function mountDisk(megabytes: number): Promise<Disk> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-small-disk-'));
  const ballast = join(folder, 'ballast');
  await exec('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  return {
    folder,
    async fill() {
      const file = await open(ballast, 'w');
      try {
        let size = MB;
        while (size >= 512) {
          const isWritten = await file.write(Buffer.alloc(size)).then(
            () => true,
            () => false,
          );
          if (!isWritten) size /= 2;
        }
      } finally {
        await file.close();
      }
    },
    async free() {
      await rm(ballast, { force: true });
      await exec('mount', ['-o', `remount,size=${megabytes + 96}m`, folder]);
    },
    async [Symbol.asyncDispose]() {
      await exec('umount', [folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
