import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPractice } from '#proofs/support/backup/practice-on-disk.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { prepareSpecimen } from '#proofs/faults/damage.ts';
import { createLog } from '#server/ground/process/log.ts';
import { startServer } from '#server/start-server.ts';

const ROUNDS = 2;

test('a file that the disk damaged is refused, answered with errors or as it was: no answer is made of what is known to be damaged', async () => {
  await using specimen = await prepareSpecimen(20);
  for (let round = 0; round < ROUNDS; round += 1) await specimen.damageOnce(round);
});

test('damage that no request meets is found soon after the start, told, and nothing is answered from then on', async () => {
  await using practice = await createPractice(20);
  takeOutOfIndex(join(practice.dataDir, 'kabinet.db'));
  const logged: string[] = [];
  const log = createLog({ logLevel: 'error' }, { write: (line) => void logged.push(line) });
  const server = await startServer(readConfig({ DATA_DIR: practice.dataDir, PORT: '0' }), 'no-web', { log });
  try {
    const health = async () => (await server.app.inject('/api/health')).statusCode;
    assert.equal(await health(), 200);
    const deadline = performance.now() + 60_000;
    while ((await health()) === 200 && performance.now() < deadline) await sleep(50);
    const page = await server.app.inject(`/api/booking-page/${'x'.repeat(32)}`);
    assert.deepEqual([await health(), page.statusCode], [503, 503]);
    assert.deepEqual(page.json(), {
      status: 503,
      message: 'The data cannot be reached at the moment.',
      data: {},
    });
    assert.match(logged[0] ?? '', /"level":"error".+"msg":"database damaged"/);
  } finally {
    await server.stop();
  }
});

/** Makes an index outdated for one row, while its pages and those of its table stay valid. */
function takeOutOfIndex(file: string): void {
  const index = "from sqlite_schema where name = 'clients_user_name_key'";
  const change = (run: (db: DatabaseSync) => void): void => {
    const db = new DatabaseSync(file, { defensive: false });
    db.exec('pragma writable_schema = on');
    run(db);
    db.close();
  };
  let definition: Record<string, SQLOutputValue> = {};
  change((db) => {
    definition = { ...db.prepare(`select type, name, tbl_name, rootpage, sql ${index}`).get() };
    db.exec(`delete ${index}`);
  });
  change((db) => db.exec("update clients set search_text = 'другое имя' where name = 'Клиент 7'"));
  change((db) => {
    const { type, name, tbl_name, rootpage, sql } = definition;
    const insert = db.prepare('insert into sqlite_schema (type, name, tbl_name, rootpage, sql) values (?, ?, ?, ?, ?)');
    insert.run(type ?? null, name ?? null, tbl_name ?? null, rootpage ?? null, sql ?? null);
  });
}
