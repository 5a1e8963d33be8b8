import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { QUICK_KEY } from '#proofs/support/backup/run-command.ts';
import { CrashDisk, type DiskEvent } from '#proofs/faults/crash-disk.ts';
import { createTestData, onEngine } from '#proofs/support/engines.ts';

const FILES = ['cut.db', 'cut.db-wal'];
const COMMITS = 30;
const CUTS = 40;
const BLOCK = 512;

onEngine('sqlite', 'a PostgreSQL waits for its own disk', () => {
  test('wherever the data comes from, a commit waits for the disk and what is deleted is overwritten', async () => {
    await using data = await createTestData('sqlite');
    const { dataDir } = data.config;
    const [file, restored] = [join(dataDir, '../data.backup'), join(dataDir, '../restored')];
    const settings = async (folder: string): Promise<object> => {
      const db = await openSqlite(folder);
      const names = ['synchronous', 'journal_mode', 'secure_delete'];
      const found = await db.write(({ trx }) =>
        Promise.all(names.map(async (name) => (await sql<object>`pragma ${sql.raw(name)}`.execute(trx)).rows[0])),
      );
      await db.close();
      return Object.assign({}, ...found);
    };
    const wanted = { synchronous: 2, journal_mode: 'wal', secure_delete: 1 };
    assert.deepEqual(await settings(dataDir), wanted, 'a new folder');
    assert.deepEqual(await settings(dataDir), wanted, 'the same folder again');
    await makeBackup({ dataDir, file, key: QUICK_KEY });
    await restoreBackup(file, QUICK_KEY, restored);
    assert.deepEqual(await settings(restored), wanted, 'a restored folder');
  });

  test('a power cut loses no commit that was synced, and commits that were not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kabinet-cut-'));
    try {
      const { before, steps } = await recordCommits(folder);
      assert.equal(await commitsLost(join(folder, 'image'), before, steps), 0);
      const unsynced = steps.map((step) => step.filter(({ kind }) => kind !== 'sync'));
      assert.ok((await commitsLost(join(folder, 'image'), before, unsynced)) > 0, 'otherwise this proves nothing');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

interface Recording {
  before: Map<string, Buffer>;
  /** The disk events of each commit. */
  steps: DiskEvent[][];
}

/** Commits one row after the other and reconstructs each commit's writes by comparing the files. */
async function recordCommits(folder: string): Promise<Recording> {
  const db = new DatabaseSync(join(folder, 'cut.db'));
  db.exec('pragma journal_mode = wal; pragma synchronous = full; create table rows (n integer)');
  const before = await readFiles(folder);
  const steps: DiskEvent[][] = [];
  let last = before;
  for (let n = 1; n <= COMMITS; n += 1) {
    db.exec(`insert into rows values (${n})`);
    const now = await readFiles(folder);
    steps.push(FILES.flatMap((file) => changesOf(file, last.get(file), now.get(file))));
    last = now;
  }
  db.close();
  return { before, steps };
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  return new Map(
    await Promise.all(FILES.map(async (file) => [file, await readFile(join(folder, file))] satisfies [string, Buffer])),
  );
}

function changesOf(file: string, before?: Buffer, after: Buffer = Buffer.alloc(0)): DiskEvent[] {
  const events: DiskEvent[] = [];
  for (let at = 0; at < after.length; at += BLOCK) {
    const bytes = after.subarray(at, at + BLOCK);
    if (!before || !bytes.equals(before.subarray(at, at + BLOCK))) events.push({ kind: 'write', file, at, bytes });
  }
  return events.length > 0 ? [...events, { kind: 'sync', file }] : [];
}

/** Returns the number of cuts after which an earlier commit was gone. */
async function commitsLost(image: string, before: Map<string, Buffer>, steps: DiskEvent[][]): Promise<number> {
  let lost = 0;
  for (let cut = 0; cut < CUTS; cut += 1) {
    const commits = 1 + (cut % (COMMITS - 1));
    const disk = new CrashDisk(before);
    for (const event of steps.slice(0, commits).flat()) disk.apply(event);
    // A part of the next commit.
    for (const event of steps[commits]?.slice(0, 2) ?? []) disk.apply(event);
    await rm(image, { recursive: true, force: true });
    await mkdir(image);
    for (const [name, bytes] of disk.cut(Math.random)) await writeFile(join(image, name), bytes);
    const db = new DatabaseSync(join(image, 'cut.db'));
    assert.equal(db.prepare('pragma integrity_check').get()?.['integrity_check'], 'ok');
    if (Number(db.prepare('select count(*) as rows from rows').get()?.['rows']) < commits) lost += 1;
    db.close();
  }
  return lost;
}
