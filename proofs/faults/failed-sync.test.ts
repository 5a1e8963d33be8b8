import assert from 'node:assert/strict';
import fs from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { DATABASE_FILE, LOCK_FILE } from '#server/ground/db/data-dir.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { CrashDisk, type DiskEvent } from '#proofs/faults/crash-disk.ts';
import { createTestData, onEngine } from '#proofs/support/engines.ts';
import { addPractitioner } from '#proofs/support/rows.ts';

const LOG = `${DATABASE_FILE}-wal`;
const BLOCK = 512;

onEngine('sqlite', 'a PostgreSQL stops when its log cannot be synced', () => {
  test('what is written after a failed sync and a restart does not stand behind what the disk never got', async () => {
    await using data = await createTestData('sqlite');
    const { dataDir } = data.config;
    const [after, image] = [join(dirname(dataDir), 'after'), join(dirname(dataDir), 'image')];
    const first = await openSqlite(dataDir);
    await addPractitioner(first);
    // This is on the disk. Later writes are in the system's cache, and their sync fails.
    const disk = new CrashDisk(await filesOf(dataDir));
    await addPractitioner(first);
    await copyWithoutLock(dataDir, after);
    await first.close();
    const copied = await filesOf(after);

    const atStart: DiskEvent[] = [];
    const second = await recordingLog(atStart, () => openSqlite(after));
    for (const event of atStart) disk.apply(event);
    // SQLite's own commits of the start, which it synced.
    for (const event of changesBetween(copied, await filesOf(after))) disk.apply(event);
    const before = await filesOf(after);
    const answered = await addPractitioner(second);
    for (const event of changesBetween(before, await filesOf(after))) disk.apply(event);
    await copyWithoutLock(after, image);
    await second.close();

    await rm(join(image, `${DATABASE_FILE}-shm`), { force: true });
    for (const [name, bytes] of disk.cut(() => 0.9)) fs.writeFileSync(join(image, name), bytes);
    const third = await openSqlite(image);
    try {
      const found = await third.read.selectFrom('users').select('id').where('id', '=', answered).execute();
      assert.equal(found.length, 1, 'a write that was answered is lost');
    } finally {
      await third.close();
    }
  });
});

async function copyWithoutLock(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: (path) => !path.includes(LOCK_FILE) && !path.endsWith('-shm') });
}

async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const names = [DATABASE_FILE, LOG];
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] satisfies [string, Buffer])),
  );
}

function changesBetween(before: ReadonlyMap<string, Buffer>, after: ReadonlyMap<string, Buffer>): DiskEvent[] {
  return Array.from(after).flatMap(([file, bytes]) => {
    const events: DiskEvent[] = [];
    const old = before.get(file) ?? Buffer.alloc(0);
    for (let at = 0; at < bytes.length; at += BLOCK) {
      const block = bytes.subarray(at, at + BLOCK);
      if (!block.equals(old.subarray(at, at + BLOCK))) events.push({ kind: 'write', file, at, bytes: block });
    }
    return events.length > 0 ? [...events, { kind: 'sync', file }] : [];
  });
}

/** Records the program's writes to the log and their syncs; comparing files does not show a write of the same bytes. */
async function recordingLog<Result>(events: DiskEvent[], run: () => Promise<Result>): Promise<Result> {
  const { openSync, writeSync, fsyncSync } = fs;
  const logs = new Set<number>();
  Object.assign(fs, {
    openSync(...args: Parameters<typeof openSync>) {
      const descriptor = openSync(...args);
      if (String(args[0]).endsWith(LOG)) logs.add(descriptor);
      return descriptor;
    },
    writeSync(descriptor: number, bytes: Buffer, offset: number, length: number, at: number) {
      const written = writeSync(descriptor, bytes, offset, length, at);
      const part = Buffer.from(bytes.subarray(offset, offset + written));
      if (logs.has(descriptor)) events.push({ kind: 'write', file: LOG, at, bytes: part });
      return written;
    },
    fsyncSync(descriptor: number) {
      fsyncSync(descriptor);
      if (logs.has(descriptor)) events.push({ kind: 'sync', file: LOG });
    },
  });
  syncBuiltinESMExports();
  try {
    return await run();
  } finally {
    Object.assign(fs, { openSync, writeSync, fsyncSync });
    syncBuiltinESMExports();
  }
}
