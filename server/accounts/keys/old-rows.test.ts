import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/ground/db/database.ts';
import { type AnyRow, loose } from '#server/ground/db/loose-tables.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import { openKeys } from '#server/accounts/keys/open-keys.ts';
import { resealOwner, sealPlain } from '#server/accounts/keys/reseal.ts';
import { openDatabase } from '#server/ground/db/open-database.ts';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { startServer } from '#server/start-server.ts';
import { createLog } from '#server/ground/process/log.ts';
import { SEALED_FIELDS, type SealedTable, sealedFields } from '#server/ground/sealing/envelope.ts';
import { createTestData, forEachEngine, onEngine } from '#proofs/support/engines.ts';
import { addPractitioner, bookingRow, clientRow, sessionRow } from '#proofs/support/rows.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { longTest } from '#proofs/support/long-form.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const TABLES = Object.keys(SEALED_FIELDS) as SealedTable[];
const WORD = 'канарейка';
const log = createLog({ logLevel: 'silent' });
const quiet = { warn: () => undefined };

/** Rows as a version before sealing wrote them, of several practitioners. */
async function plant(db: Database, count: number): Promise<OwnerId[]> {
  const owners = [await addPractitioner(db), await addPractitioner(db)];
  for (const owner of owners) {
    const client = clientRow(owner, { description: `${WORD} клиент` });
    const sessions = Array.from({ length: count }, (_, at) =>
      sessionRow(owner, client.id, {
        description: at % 2 === 0 ? `${WORD} ${at}` : '',
        thoughts: at % 3 ? WORD : '',
      }),
    );
    const { id, created, updated, date } = sessionRow(owner, client.id);
    const note = { id, created, updated, date, user: owner, title: `${WORD} т`, content: `${WORD} с` };
    await db.write(async ({ trx }) => {
      await trx.insertInto('clients').values(client).execute();
      await trx.insertInto('sessions').values(sessions).execute();
      await trx.insertInto('blog_posts').values(note).execute();
      await trx
        .insertInto('booking')
        .values(bookingRow(owner, { message: `${WORD} заявка` }))
        .execute();
    });
  }
  return owners;
}

async function allTexts(db: Database): Promise<Map<string, unknown>> {
  const texts = new Map<string, unknown>();
  for (const table of TABLES) {
    const rows = await loose(db.read).selectFrom<string>(table).selectAll().execute();
    for (const row of await openRows(db.read, table, rows)) {
      const opened: AnyRow = row;
      for (const field of sealedFields(table)) texts.set(`${table} ${row.id} ${field}`, opened[field]);
    }
  }
  return texts;
}

async function storedWords(db: Database): Promise<number> {
  const rows = await Promise.all(TABLES.map((table) => loose(db.read).selectFrom<string>(table).selectAll().execute()));
  return rows.flat().filter((row) => JSON.stringify(row).includes(WORD)).length;
}

/** PostgreSQL keeps samples of columns. */
async function wordsInStatistics(db: Database): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stats where most_common_vals::text like ${`%${WORD}%`} or histogram_bounds::text like ${`%${WORD}%`}
  `.execute(db.read);
  return rows.length;
}

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  test('SEAL-06 texts of before are sealed behind the running program, and no word of them is left in the files', async () => {
    await using data = await createTestData(engine);
    let expected: Map<string, unknown>;
    {
      const db = await openDatabase(data.config);
      await plant(db, 50);
      await openKeys(data.config, db, quiet);
      expected = await allTexts(db);
      assert.ok((await storedWords(db)) > 60);
      if (engine === 'postgres') {
        await sql`analyze sessions`.execute(db.read);
        assert.ok((await wordsInStatistics(db)) > 0);
      }
      await db.close();
    }
    const server = await startServer(data.config, 'no-web', { log });
    const { db } = server.context;
    try {
      for (let patience = 3000; patience > 0; patience -= 1) {
        const row = await db.read.selectFrom('sealing').select('swept').executeTakeFirstOrThrow();
        if (row.swept !== '') break;
        await sleep(20);
      }
      assert.equal(await storedWords(db), 0);
      if (engine === 'postgres') assert.equal(await wordsInStatistics(db), 0);
      assert.deepEqual(await allTexts(db), expected);
    } finally {
      await server.stop();
    }
    if (engine === 'postgres') return;
    const { dataDir } = data.config;
    for (const name of readdirSync(dataDir)) {
      assert.ok(!readFileSync(join(dataDir, name)).includes(WORD), name);
    }
  });

  it('SEAL-06 sealing that is interrupted anywhere goes on where it was, two at once do no harm, and both forms read alike', async () => {
    await using data = await createTestData(engine);
    const db = await openDatabase(data.config);
    const owners = await plant(db, 60);
    await openKeys(data.config, db, quiet);
    const expected = await allTexts(db);
    const all = await storedWords(db);
    for (const looks of [1, 4, 2]) {
      let left = looks;
      const signal = {
        get aborted() {
          return left-- <= 0;
        },
      } as AbortSignal;
      assert.equal(await sealPlain({ db, log }, signal), false);
      assert.deepEqual(await allTexts(db), expected);
    }
    const words = await storedWords(db);
    assert.ok(words > 0 && words < all, `${words} of ${all}`);
    await Promise.all([sealPlain({ db, log }), sealPlain({ db, log })]);
    assert.equal(await storedWords(db), 0);
    assert.deepEqual(await allTexts(db), expected);
    for (const owner of owners) assert.ok(await resealOwner({ db, log }, owner));
    assert.deepEqual(await allTexts(db), expected);
    await db.close();
  });
});

onEngine('postgres', 'SQLite overwrites what is deleted', () => {
  longTest(
    'SEAL-06 the tables are not written anew while a backup reads from before, for which they would keep the texts',
    async () => {
      await using data = await createTestData('postgres');
      const db = await openPostgres(data.config.databaseUrl ?? '');
      await plant(db, 5);
      await openKeys(data.config, db, quiet);
      const isSwept = async () =>
        (await db.read.selectFrom('sealing').select('swept').executeTakeFirstOrThrow()).swept !== '';
      const reader = await db.connect();
      await reader.query('begin isolation level repeatable read; select 1');
      const server = await startServer(data.config, 'no-web', { log });
      try {
        for (let patience = 500; patience > 0 && (await storedWords(db)) > 0; patience -= 1) await sleep(20);
        assert.equal(await storedWords(db), 0);
        // Longer than the sweep looks for older readers.
        await sleep(3000);
        assert.equal(await isSwept(), false);
        await reader.query('commit');
        server.context.wakeResealer();
        for (let patience = 500; patience > 0 && !(await isSwept()); patience -= 1) await sleep(20);
        assert.ok(await isSwept());
      } finally {
        await reader.end();
        await server.stop();
        await db.close();
      }
    },
  );
});
