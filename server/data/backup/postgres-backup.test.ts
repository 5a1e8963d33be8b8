import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { lutimes, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openSecrets } from '#server/ground/secrets/secrets.ts';
import { startSignIn } from '#server/accounts/sign-ins/sign-ins.ts';
import type { Contents } from '#server/data/backup/inspect-database.ts';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import { restoreToPostgres } from '#server/data/backup/restore-to-postgres.ts';
import { verifyBackup } from '#server/data/backup/verify-backup.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { OpenDatabase } from '#server/ground/db/open-database.ts';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { loose } from '#server/ground/db/query.ts';
import { KEPT_TABLES } from '#server/data/move/copy-tables.ts';
import { createLog } from '#server/ground/process/log.ts';
import { startDailyBackups } from '#server/data/backup/daily-backups.ts';
import { newCounts } from '#server/ground/process/counts.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { backupName } from '#server/data/backup/backup-names.ts';
import { KEY, QUICK_KEY, quickKeyVariables, runCommand } from '#proofs/support/backup/run-command.ts';
import { readTables } from '#proofs/support/backup/read-tables.ts';
import { openBare } from '#proofs/support/bare-database.ts';
import { createTestData, onEngine, openTestDatabase, type TestDatabase } from '#proofs/support/engines.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { addPractitioner, clientRow } from '#proofs/support/rows.ts';
import { longTest } from '#proofs/support/long-form.ts';

// One backup of a PostgreSQL database, by the functions of the commands, and what becomes of it.

onEngine('postgres', 'SQLite has its own snapshot', () => {
  let folder: string;
  let data: TestDatabase;
  let config: Config;
  let databaseUrl: string;
  let file: string;
  let described: Contents;
  const sealed = () => ({ place: config.keyFile ?? '', from: '' });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kabinet-postgres-backup-'));
    data = await openTestDatabase('postgres');
    ({ config } = data);
    databaseUrl = config.databaseUrl ?? '';
    file = join(folder, 'by-hand.backup');
    const owner = await addPractitioner(data.db);
    const rows = Array.from({ length: 700 }, (_, n) => clientRow(owner, { name: `Клиент ${n}`, identity_key: null }));
    await data.db.write(async ({ trx }) => {
      await trx.insertInto('clients').values(rows.slice(0, 350)).execute();
      await trx.insertInto('clients').values(rows.slice(350)).execute();
    });
    const secrets = await openSecrets(config, data.db);
    const origin = { address: '203.0.113.1', device: 'test' };
    await data.db.write((write) => startSignIn({ context: { secrets }, write, now: NOON }, owner, origin));
  });
  after(async () => {
    await data.dispose();
    await rm(folder, { recursive: true });
  });

  test('a backup is one encrypted file of the same kind, of one instant, while others write', async () => {
    const writing = new AbortController();
    const owner = await addPractitioner(data.db);
    const writer = (async () => {
      while (!writing.signal.aborted) {
        await data.db.write(async ({ trx }) => {
          // Both rows or neither: a half would be seen.
          for (const source of ['Пара', 'Пара']) {
            await trx
              .insertInto('clients')
              .values(clientRow(owner, { name: source, identity_key: null }))
              .execute();
          }
        });
      }
    })();
    try {
      described = await makeBackup({ dataDir: config.dataDir, databaseUrl, file, key: QUICK_KEY });
    } finally {
      writing.abort();
      await writer;
    }
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal((described.rows['clients'] ?? 0) % 2, 0);
    assert.ok((described.rows['clients'] ?? 0) >= 700);
    for (const left of ['sign_ins', 'secrets', 'known_addresses']) assert.equal(described.rows[left], 0);
    assert.deepEqual(
      readdirSync(config.dataDir).filter((name) => name.includes('scratch')),
      [],
    );
  });

  test('it is restored into an empty PostgreSQL database, each row as it was, and into a folder of SQLite', async () => {
    await using target = await createTestData('postgres');
    const url = target.config.databaseUrl ?? '';
    const dataDir = join(folder, 'target');
    const from = join(folder, 'copy.key');
    copyFileSync(config.keyFile ?? '', from);
    const placed = { place: join(folder, 'placed.key'), from };
    const made = await restoreToPostgres(file, QUICK_KEY, {
      dataDir,
      databaseUrl: url,
      erased: [],
      sealed: placed,
    });
    assert.equal(made.newest, described.newest);
    assert.match(made.newest, /^\d{4}-\d\d-\d\d /);
    assert.ok(existsSync(placed.place));
    assert.ok(!readdirSync(dataDir).some((name) => name.includes('scratch') || name === 'kabinet.db'));
    const restored = await openPostgres(url);
    try {
      const onSqlite = join(folder, 'on-sqlite');
      await restoreBackup(file, QUICK_KEY, onSqlite, [], sealed());
      const there = readTables(onSqlite);
      for (const { name } of KEPT_TABLES) {
        const rows = await allRows(restored, name);
        assert.equal(rows.length, described.rows[name], name);
        assert.equal(rows.length, there[name]?.length, name);
      }
      const known = new Set((await allRows(data.db, 'clients')).map((row) => JSON.stringify(row)));
      for (const row of await allRows(restored, 'clients')) assert.ok(known.has(JSON.stringify(row)));
      const later = { place: join(folder, 'of-no-database.key'), from };
      const again = restoreToPostgres(file, QUICK_KEY, { dataDir, databaseUrl: url, erased: [], sealed: later });
      await assert.rejects(again, new StartError('The database to copy into holds data already: name an empty one.'));
      assert.ok(!existsSync(later.place));
      assert.ok(!readdirSync(dataDir).some((name) => name.includes('scratch')));
    } finally {
      await restored.close();
    }
  });

  test('a key that could not be put in its place is refused before the database is touched', async () => {
    await using target = await createTestData('postgres');
    const url = target.config.databaseUrl ?? '';
    const dataDir = join(folder, 'no-place-for-the-key');
    const from = join(folder, 'key-without-place.key');
    copyFileSync(config.keyFile ?? '', from);
    const place = join(folder, 'no-such-folder', 'key');
    const task = { dataDir, databaseUrl: url, erased: [] };
    const restored = restoreToPostgres(file, QUICK_KEY, { ...task, sealed: { place, from } });
    await assert.rejects(restored, new StartError(`The key file ${place} cannot be written (ENOENT).`));
    assert.deepEqual(readdirSync(dataDir), []);
    const inNewFolder = { ...task, dataDir: join(folder, 'new-folder-with-the-key') };
    const again = { place: join(inNewFolder.dataDir, 'key'), from };
    await restoreToPostgres(file, QUICK_KEY, { ...inNewFolder, sealed: again });
    assert.ok(existsSync(again.place));
  });

  test('tables of another version are not touched: the backup is made with that version', async () => {
    await using other = await createTestData('postgres');
    const url = other.config.databaseUrl ?? '';
    const db = await openPostgres(url);
    const last = await db.read
      .selectFrom(sql<{ name: string }>`migrations`.as('m'))
      .select('m.name')
      .orderBy('m.name', 'desc')
      .executeTakeFirstOrThrow();
    const task = { dataDir: config.dataDir, databaseUrl: url, file: join(folder, 'other.backup'), key: QUICK_KEY };
    try {
      await db.write(({ trx }) => sql`delete from migrations where name = ${last.name}`.execute(trx));
      await assert.rejects(makeBackup(task), /^StartError: The data is of another version of Kabinet: /);
      await db.write(({ trx }) =>
        sql`insert into migrations (name, applied) values (${last.name}, ''), ('9999-new', '')`.execute(trx),
      );
      await assert.rejects(makeBackup(task), /^StartError: The data is of another version of Kabinet: /);
    } finally {
      await db.close();
    }
    assert.ok(!existsSync(task.file));
  });

  longTest('a database without our tables, or with another program’s, is named so in one sentence', async () => {
    const sentence =
      'The database has no tables of Kabinet: name the one with the data, or start the program on it first.';
    await using bare = await openBare('postgres');
    for (const foreign of [null, sql`create table migrations (id int, name text)`]) {
      await foreign?.execute(bare.db);
      const task = {
        dataDir: config.dataDir,
        databaseUrl: bare.url,
        file: join(folder, 'none.backup'),
        key: QUICK_KEY,
      };
      await assert.rejects(makeBackup(task), new StartError(sentence));
      assert.ok(!existsSync(task.file));
    }
    const key = { DATABASE_URL: bare.url, ...(await quickKeyVariables(join(folder, 'other-identity'))) };
    const { code, output } = await runCommand('backup', config.dataDir, [join(folder, 'none.backup')], key);
    assert.deepEqual([code, output], [1, `${sentence}\n`]);
  });

  test('of several nodes that share a folder one makes the daily backup, at the same moment too', async () => {
    const backupDir = join(folder, 'daily');
    const key = await quickKeyVariables(join(folder, 'identity'));
    const lines: string[] = [];
    const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
    const now = () => Temporal.Instant.from('2026-11-21T09:00:00Z');
    const nodes = ['one', 'two', 'three'].map((name) => {
      const changes = { dataDir: join(folder, name), backupDir, backupRecipients: [key.BACKUP_RECIPIENT] };
      const own: Config = { ...config, ...changes };
      return { own, counts: newCounts() };
    });
    await mkdir(backupDir);
    await Promise.all(nodes.map(({ own }) => mkdir(own.dataDir)));
    const keepers = nodes.map(({ own, counts }) => startDailyBackups({ config: own, log, now, counts, db: data.db }));
    while (!lines.some((line) => line.includes('backup made') || line.includes('failed'))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await Promise.all(keepers.map((keeper) => keeper.stop()));
    const made = nodes.reduce((sum, { counts }) => sum + counts.backups.made, 0);
    assert.equal(made, 1, lines.join(''));
    assert.deepEqual(readdirSync(backupDir), [backupName(now())]);
    await verifyBackup(join(backupDir, backupName(now())), QUICK_KEY, folder);
  });

  function connect() {
    assert.ok(data.db.engine === 'postgres');
    return data.db.connect();
  }

  /** Runs one check of a node until its connection of the lock ends; `between` runs after it found a backup due. */
  async function checkOnce(backupDir: string, between: () => void): Promise<void> {
    const key = await quickKeyVariables(`${backupDir}-identity`);
    await mkdir(backupDir, { recursive: true });
    const own: Config = { ...config, backupDir, backupRecipients: [key.BACKUP_RECIPIENT] };
    const log = createLog({ logLevel: 'silent' });
    const over = Promise.withResolvers<void>();
    const db: typeof data.db = Object.assign(Object.create(data.db), {
      async connect() {
        between();
        const client = await connect();
        client.once('end', over.resolve);
        return client;
      },
    });
    const keeper = startDailyBackups({ config: own, log, now: () => NOON, counts: newCounts(), db });
    await over.promise;
    await keeper.stop();
  }

  longTest('a node makes no backup while another one makes it', async () => {
    const backupDir = join(folder, 'made-by-another');
    const other = await connect();
    try {
      await other.query('select pg_advisory_lock(3118920467)');
      await checkOnce(backupDir, () => undefined);
      assert.deepEqual(readdirSync(backupDir), []);
    } finally {
      await other.end();
    }
    await checkOnce(backupDir, () => undefined);
    assert.deepEqual(readdirSync(backupDir), [backupName(NOON)]);
  });

  test('a node makes no backup where another one has made it just before the lock', async () => {
    const backupDir = join(folder, 'made-just-before');
    const made = backupName(NOON.subtract({ minutes: 1 }));
    await checkOnce(backupDir, () => writeFileSync(join(backupDir, made), ''));
    assert.deepEqual(readdirSync(backupDir), [made]);
  });

  test('a backup is verified in a folder that is gone afterwards, as are those of processes that were killed', async () => {
    const within = join(folder, 'temporary');
    await mkdir(within);
    const abandoned = join(within, 'kabinet-verify-killed');
    await mkdir(abandoned);
    await writeFile(join(abandoned, 'kabinet.db'), 'Тайнопись');
    await utimes(abandoned, 0, 0);
    await mkdir(join(within, 'kabinet-verify-young'));
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'key'), 'kept');
    await symlink(elsewhere, join(within, 'kabinet-verify-link'));
    await utimes(elsewhere, 0, 0);
    await lutimes(join(within, 'kabinet-verify-link'), 0, 0);
    assert.deepEqual((await verifyBackup(file, QUICK_KEY, within)).rows, described.rows);
    const left = ['kabinet-verify-link', 'kabinet-verify-young'];
    assert.deepEqual(readdirSync(within).toSorted(), left);
    assert.deepEqual(readdirSync(elsewhere), ['key'], 'what a link leads to stays');
    await assert.rejects(verifyBackup(file, KEY, within), StartError);
    await assert.rejects(verifyBackup(join(within, 'nothing'), QUICK_KEY, within), /cannot be read \(ENOENT\)/);
    assert.deepEqual(readdirSync(within).toSorted(), left);
  });
});

async function allRows(db: OpenDatabase, table: string): Promise<object[]> {
  return loose(db.read)
    .selectFrom<string>(table)
    .selectAll()
    .orderBy(sql`1`)
    .execute();
}
