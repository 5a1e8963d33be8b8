import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';
import { connect } from '#server/ground/db/node-sqlite.ts';
import { rewriteLog } from '#server/ground/db/rewrite-log.ts';
import { prepareStorage, Storage } from '#server/ground/db/storage.ts';

test('after a failure of the disk nothing is written before the log is on it again', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kabinet-test-'));
  const connection = connect(join(folder, 'other.db'), 'write');
  try {
    // A folder in the place of the log simulates a disk that refuses to write it.
    const file = join(folder, 'kabinet.db');
    const storage = new Storage(folder, file, connection);
    let now = Math.round(performance.now());
    t.mock.method(performance, 'now', () => now);
    storage.beforeTransaction();
    mkdirSync(`${file}-wal`);
    storage.beforeTransaction();
    assert.equal(storage.relieve('failing'), false);
    const isRefused = (error: unknown): boolean => error instanceof AppError && error.status === 503;
    assert.throws(() => storage.beforeTransaction(), isRefused);
    rmdirSync(`${file}-wal`);
    now += 999;
    assert.throws(() => storage.beforeTransaction(), isRefused, 'not with every request');
    now += 1;
    storage.beforeTransaction();
  } finally {
    connection.close();
    rmSync(folder, { recursive: true });
  }
});

test('the reserve is written behind the transaction that finds room for it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kabinet-test-'));
  const connection = connect(join(folder, 'kabinet.db'), 'write');
  try {
    const room = { free: 2 ** 30, total: 2 ** 31 };
    const storage = new Storage(folder, join(folder, 'kabinet.db'), connection, { roomAt: () => room });
    const late = performance.now() + 60_000;
    t.mock.method(performance, 'now', () => late);
    storage.beforeTransaction();
    const reserve = join(folder, 'reserve');
    assert.ok(!existsSync(reserve), 'the transaction does not wait for it');
    while (!existsSync(reserve)) await sleep(10);
    assert.equal(statSync(reserve).size, 16 * 1024 * 1024);
    assert.ok(!existsSync(`${reserve}.new`));
  } finally {
    connection.close();
    rmSync(folder, { recursive: true });
  }
});

test('a reserve that cannot be removed stops neither the start nor what fits into the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kabinet-test-'));
  const file = join(folder, 'kabinet.db');
  const connection = connect(file, 'write');
  try {
    connection.prepare('create table rows (text)').run([]);
    mkdirSync(join(folder, 'reserve'));
    const warnings: unknown[] = [];
    const note = (...said: unknown[]) => void warnings.push(said.at(-1));
    const log = { info: note, warn: note, error: () => undefined };
    const roomAt = () => ({ free: 0, total: 0 });
    prepareStorage(folder, file, { log, roomAt });
    const storage = new Storage(folder, file, connection, { log, roomAt });
    storage.beforeTransaction();
    storage.admit({});
    connection.prepare("insert into rows values ('fits')").run([]);
    const large = () => connection.prepare('insert into rows values (zeroblob(100000))').run([]);
    assert.throws(large, /full/);
    assert.deepEqual(new Set(warnings), new Set(['the reserve on the disk of DATA_DIR cannot be removed']));
  } finally {
    connection.close();
    rmSync(folder, { recursive: true });
  }
});

test('the log that is written again is the same to its last byte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kabinet-test-'));
  const file = join(folder, 'kabinet.db');
  const connection = connect(file, 'write');
  try {
    connection.prepare('create table rows (text)').run([]);
    // Longer than one piece of a write.
    connection.prepare("insert into rows values (printf('%.*c', 1500000, 'x'))").run([]);
    const before = readFileSync(`${file}-wal`);
    rewriteLog(`${file}-wal`);
    assert.ok(before.length > 1_500_000 && before.equals(readFileSync(`${file}-wal`)));
    rewriteLog(join(folder, 'missing-wal'));
  } finally {
    connection.close();
    rmSync(folder, { recursive: true });
  }
});
