import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type PocketBase from 'pocketbase';
import { dataKeyName } from '#server/ground/db/data-keys.ts';
import type { Database } from '#server/ground/db/database.ts';
import { type AnyRow, loose } from '#server/ground/db/query.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import { SEALED_TABLES } from '#server/accounts/keys/reseal.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';
import { keyFileOf, readKeyFile } from '#server/ground/sealing/key-file.ts';
import { unwrapKey } from '#server/ground/sealing/keys.ts';
import { bytesIn } from '#proofs/support/bytes-of-files.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { keys, locksmith, post, strictOff, turnOnStrict } from '#proofs/support/strict.ts';
import { PASSWORD } from '#proofs/support/accounts/account.ts';
import { openTestServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

async function write(pb: PocketBase): Promise<void> {
  const date = '2030-01-01 09:00:00.000Z';
  const client = await pb
    .collection('clients')
    .create({ name: 'Клиент', phone: '+7 900 000-00-01', description: 'о человеке' });
  const texts = { description: 'план', news: 'новости', thoughts: 'мысли' };
  await pb.collection('sessions').create({ client: client.id, date, status: 'scheduled', ...texts });
  await pb.collection('blog_posts').create({ title: 'тема', content: 'содержание', date });
}

/** Returns how many texts of a practitioner a thief reads who has all rows, the key file and the program. */
async function readBy(db: Database, owner: string): Promise<number> {
  let opened = 0;
  db.keys.opened.clear();
  for (const table of SEALED_TABLES) {
    const rows = await loose(db.read).selectFrom<string>(table).selectAll().where('user', '=', owner).execute();
    for (const row of (await openRows(db.read, table, rows)) as AnyRow[]) {
      opened += sealedFields(table).filter((name) => typeof row[name] === 'string' && row[name] !== '').length;
    }
  }
  return opened;
}

/** Returns all values that could be a key of a practitioner, wrapped somehow. */
async function wrappings(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await db.read.introspection.getTables({ withInternalKyselyTables: true })) {
    const { rows } = await sql<AnyRow>`select * from ${sql.table(name)}`.execute(db.read);
    found.push(
      ...rows.flatMap(Object.values).filter((value): value is string => /^[\w+/=-]{40,}$/.test(String(value))),
    );
  }
  return found;
}

async function fileOf(db: Database, dataDir: string): Promise<Buffer> {
  if (db.engine === 'sqlite') return bytesIn(dataDir);
  await sql`checkpoint`.execute(db.read);
  const { rows } = await sql<{ bytes: Buffer }>`
    select pg_read_binary_file(pg_relation_filepath('data_keys')) as bytes
  `.execute(db.read);
  return Buffer.concat(rows.map(({ bytes }) => bytes));
}

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('SEAL-04 a thief of all rows and the key file reads not one text without a live token; of the other mode all', async () => {
    await using server = await openTestServer(engine);
    const { db, config } = server.context;
    const [own, plain] = [await locksmith(server), await locksmith(server)];
    for (const { pb } of [own, plain]) await write(pb);
    const { wrapped: before } = await db.read
      .selectFrom('data_keys')
      .select('wrapped')
      .where('user', '=', own.owner)
      .executeTakeFirstOrThrow();
    assert.ok((await fileOf(db, config.dataDir)).includes(before), 'the control finds the wrapping');
    await turnOnStrict(own.pb);
    for (let patience = 3000; ; patience -= 1) {
      const { swept } = await db.read
        .selectFrom('strict_keys')
        .select('swept')
        .where('user', '=', own.owner)
        .executeTakeFirstOrThrow();
      if (swept !== null && (await keys(own.pb)).changing === null) break;
      assert.ok(patience > 0, 'the files keep the wrapping');
      await sleep(20);
    }
    // SQLite's log is emptied a moment behind the commit.
    for (let patience = 1500; (await fileOf(db, config.dataDir)).includes(before); patience -= 1) {
      assert.ok(patience > 0, 'no wrapping under the key file is left');
      await sleep(20);
    }

    const fileKey = readKeyFile(keyFileOf(config)) ?? assert.fail('no key file');
    const all = await wrappings(db);
    const opens = (user: string): number =>
      all.filter((value) => [1, 2, 3].some((number) => unwrapKey(fileKey, dataKeyName(user, number), value))).length;
    assert.deepEqual([opens(own.owner), opens(plain.owner)], [0, 1]);
    assert.deepEqual([await readBy(db, own.owner), await readBy(db, plain.owner)], [0, 6]);
    const newest = Math.max(
      ...(await db.read.selectFrom('data_keys').select('number').where('user', '=', own.owner).execute()).map(
        ({ number }) => number,
      ),
    );
    for (const table of SEALED_TABLES) {
      const rows = await loose(db.read)
        .selectFrom<string>(table)
        .select('seal_key')
        .where('user', '=', own.owner)
        .execute();
      // Backups of before hold the older key under the key of the key file.
      assert.ok(
        rows.every((row) => row['seal_key'] === newest || row['seal_key'] === 0),
        table,
      );
    }
    await post(own.pb, 'change', { password: PASSWORD });
    await strictOff(own.pb);
    assert.equal(await readBy(db, own.owner), 6, 'switched back, the server reads them');
  });
});
