import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { migrate } from '#server/ground/db/migrate.ts';
import { migrations, type Migration } from '#server/ground/db/migrations/all.ts';
import { openDatabase } from '#server/ground/db/open-database.ts';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { VERSION } from '#server/ground/process/version.ts';
import { createTestData, forEachEngine, onEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { openBare } from '#proofs/support/bare-database.ts';
import { createTestPostgres } from '#proofs/support/test-postgres.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const ROOT = join(import.meta.dirname, '../../..');

const makeTable = (name: string) => (db: Kysely<unknown>) =>
  db.schema.createTable(name).addColumn('id', 'text').execute();

/** Without PostgreSQL's own work for tables and indexes. */
const SCHEMA_CPU_MS = 30;
const AT = '2026-11-20 09:00:00.000Z';
const NO_WAY_BACK = 'the data is brought up to date: no older version opens it any more, the way back is a backup';

const one: Migration = { name: '0001-one', up: makeTable('one') };
const two: Migration = { name: '0002-two', up: makeTable('two') };
const broken: Migration = {
  name: '0002-two',
  async up(db) {
    await makeTable('two')(db);
    await sql`insert into one (id) values ('half')`.execute(db);
    throw new Error('killed in the middle');
  },
};

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  test('a step that fails leaves nothing of itself, the steps before it stay, and the next start goes on', async () => {
    await using bare = await openBare(engine);
    await assert.rejects(migrate(bare.db, engine, [one, broken]), /killed in the middle/);
    assert.deepEqual(await tableNames(bare.db), ['migrations', 'one']);
    await migrate(bare.db, engine, [one, two]);
    assert.deepEqual(await tableNames(bare.db), ['migrations', 'one', 'two']);
    const { rows } = await sql`select id from one`.execute(bare.db);
    assert.deepEqual(rows, []);
  });

  test(`an empty database has its tables after ${SCHEMA_CPU_MS} ms of the server’s work`, async () => {
    const costs: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      await using bare = await openBare(engine);
      const before = process.cpuUsage();
      await migrate(bare.db, engine, migrations);
      const { user, system } = process.cpuUsage(before);
      costs.push((user + system) / 1000);
    }
    // A cold start and other work on the machine cost more, nothing costs less.
    assert.ok(Math.min(...costs) <= SCHEMA_CPU_MS, `${costs.map((cost) => cost.toFixed(0)).join(' ')} ms`);
  });

  it('a way without return is announced before the first step, once, and never where there is no account', async () => {
    await using bare = await openBare(engine);
    const said: unknown[] = [];
    const warn = async (...words: unknown[]): Promise<void> => {
      await setImmediate();
      said.push(words);
    };
    await migrate(bare.db, engine, migrations, warn);
    assert.deepEqual(said, []);
    await sql`
      insert into users (id, created, updated, email, email_key, "emailVisibility", verified, name, password_hash, token_key)
      values ('anna00000000000', ${AT}, ${AT}, 'anna', 'anna', 0, 1, '', '', 'anna')
    `.execute(bare.db);
    const before = await tableNames(bare.db);
    const failing: Migration = {
      name: '0002-two',
      up: async (db) => {
        await makeTable('left_behind')(db);
        throw new Error(`${said.length} said`);
      },
    };
    await assert.rejects(migrate(bare.db, engine, [...migrations, failing], warn), /^Error: 1 said$/);
    assert.deepEqual(await tableNames(bare.db), before);
    const later = [...migrations, two, { name: '0003-three', up: makeTable('three') }];
    await migrate(bare.db, engine, later, warn);
    await migrate(bare.db, engine, later, warn);
    const from = migrations.at(-1)?.name;
    assert.deepEqual(said, [
      [{ version: VERSION, from, to: '0002-two' }, NO_WAY_BACK],
      [{ version: VERSION, from, to: '0003-three' }, NO_WAY_BACK],
    ]);
  });

  it('the announcement stands in the log before a step that blocks the program', async () => {
    await using data = await openTestDatabase(engine);
    await addPractitioner(data.db);
    await data.db.close();
    const blocking = `
      import { writeSync } from 'node:fs';
      import { migrations } from '#server/ground/db/migrations/all.ts';
      import { openDatabase } from '#server/ground/db/open-database.ts';
      import { createLog } from '#server/ground/process/log.ts';
      const up = async () => {
        writeSync(2, 'blocked');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      };
      migrations.push({ name: '0002-two', up });
      const log = createLog({ logLevel: 'warn' });
      log.warn('before it');
      await openDatabase(${JSON.stringify(data.config)}, { log });`;
    const file = join(dirname(data.config.dataDir), 'log');
    const output = openSync(file, 'a');
    const { dev, ino } = fstatSync(output);
    // As under systemd, where the output passes through one more function.
    const env = { ...process.env, JOURNAL_STREAM: `${dev}:${ino}` };
    const child = spawn(process.execPath, ['--input-type=module', '-e', blocking], {
      cwd: ROOT,
      env,
      stdio: ['ignore', output, 'pipe'],
    });
    const ended = once(child, 'close');
    try {
      assert.ok(child.stderr);
      const [said] = await once(child.stderr, 'data');
      assert.equal(String(said), 'blocked');
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      assert.deepEqual(
        lines.map((line) => [line.slice(0, 3), JSON.parse(line.slice(3)).msg]),
        [
          ['<4>', 'before it'],
          ['<4>', NO_WAY_BACK],
        ],
      );
    } finally {
      child.kill('SIGKILL');
      await ended;
      closeSync(output);
    }
  });

  test('data of a newer program is refused with one sentence and left alone', async () => {
    await using data = await openTestDatabase(engine);
    await data.db.write(({ trx }) =>
      sql`insert into migrations (name, applied) values ('9999-later', '2030-01-01T00:00:00Z')`.execute(trx),
    );
    await data.db.close();
    await assert.rejects(openDatabase(data.config), (error) => {
      assert.ok(error instanceof StartError);
      assert.equal(
        error.message,
        `The data was written by a newer version of Kabinet (its step 9999-later is unknown to ${VERSION}): start that version, or a later one, or restore the backup from before the upgrade.`,
      );
      return true;
    });
  });

  test('opening again changes nothing', async () => {
    await using data = await createTestData(engine);
    const applied = async (): Promise<unknown[]> => {
      const db = await openDatabase(data.config);
      const { rows } = await sql`select name, applied from migrations order by name`.execute(db.read);
      await db.close();
      return rows;
    };
    const first = await applied();
    assert.equal(first.length, migrations.length);
    assert.deepEqual(await applied(), first);
  });
});

onEngine('postgres', 'only here several processes start on one database', () => {
  test('of nodes that start at once on an empty database each finds its tables made once', async () => {
    await using empty = await createTestPostgres('no tables');
    const nodes = await Promise.all(Array.from({ length: 4 }, () => openPostgres(empty.url)));
    for (const node of nodes) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from migrations`.execute(node.read);
      assert.deepEqual(rows, [{ count: migrations.length }]);
      await node.close();
    }
  });
});

test('every migration is listed, in order', () => {
  const files = readdirSync(FOLDER).filter((file) => /^\d{4}-.*\.ts$/.test(file));
  assert.deepEqual(
    migrations.map(({ name }) => `${name}.ts`),
    files.toSorted(),
  );
});

test('a migration imports nothing that may change after it was released', () => {
  for (const { name } of migrations) {
    const parts = existsSync(join(FOLDER, name))
      ? readdirSync(join(FOLDER, name)).map((part) => `${name}/${part}`)
      : [];
    for (const file of [`${name}.ts`, ...parts]) {
      const source = readFileSync(join(FOLDER, file), 'utf8');
      const imported = [...source.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)]
        .map((match) => match[1] ?? match[2] ?? '')
        .filter((path) => !path.startsWith(`#server/ground/db/migrations/${name}/`));
      assert.deepEqual(
        imported.filter((path) => path !== 'kysely'),
        [],
        file,
      );
    }
  }
});

async function tableNames(db: Kysely<unknown>): Promise<string[]> {
  return (await db.introspection.getTables()).map((table) => table.name).toSorted();
}
