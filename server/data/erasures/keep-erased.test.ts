import assert from 'node:assert/strict';
import { appendFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import { appendErased, readErasedFile } from '#server/data/erasures/erased-list.ts';
import { keeperOfErased } from '#server/data/erasures/keep-erased.ts';
import { makeDataDir } from '#server/ground/db/data-dir.ts';
import { createLog } from '#server/ground/process/log.ts';
import { forEachEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const MANY = LONG_FORM ? 100_000 : 10_000;
/** A look at as many as ever reads what is new alone. */
const CPU_MS = 10;
const LOOKS = 10;

const START = Temporal.Instant.from('2026-11-21T09:00:00Z');

function erasureRow(user: string, created: Temporal.Instant, number: number) {
  const id = String(number).padStart(15, 'e');
  const stamp = printInstant(created);
  const rest = { reason: 'request' as const, kinds: '{"removed":{"clients":1},"kept":{}}', mentions: '[]' };
  return { ...rest, id, user, client: `c${id.slice(1)}`, requests: '[]', created: stamp, updated: stamp };
}

forEachEngine((engine) => {
  test(`OWN-05 ${MANY} erasures cost a look no more than one`, async () => {
    await using data = await openTestDatabase(engine);
    const { db, config } = data;
    makeDataDir(config.dataDir);
    const clock = { now: START };
    const context = { db, config, log: createLog({ logLevel: 'silent' }), now: () => clock.now };
    const owner = await addPractitioner(db);
    for (let first = 0; first < MANY; first += 1000) {
      const rows = Array.from({ length: 1000 }, (_, at) =>
        erasureRow(owner, START.subtract({ minutes: 10 * (first + at) }), first + at),
      );
      await db.write(({ trx }) => trx.insertInto('erasures').values(rows).execute());
    }
    if (engine === 'postgres') await db.write(({ trx }) => sql`analyze erasures`.execute(trx));
    const keep = keeperOfErased(context);
    const file = join(config.dataDir, 'erased.jsonl');
    // The first one makes the file, the second one reads it.
    for (let look = 0; look < 2; look += 1) await keep();
    const linesIn = async () => (await readErasedFile(file)).lines.length;
    assert.equal(await linesIn(), MANY);
    const costs: number[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      clock.now = clock.now.add({ seconds: 20 });
      const row = erasureRow(owner, clock.now, MANY + look);
      await db.write(({ trx }) => trx.insertInto('erasures').values(row).execute());
      const before = process.cpuUsage();
      await keep();
      const { user, system } = process.cpuUsage(before);
      costs.push((user + system) / 1000);
    }
    assert.equal(await linesIn(), MANY + LOOKS);
    const median = costs.toSorted((a, b) => a - b)[LOOKS / 2] ?? Infinity;
    assert.ok(median <= CPU_MS, `${costs.map((cost) => cost.toFixed(1)).join(' ')} ms`);
  });

  test('OWN-05 a list goes on after a line cut off, another program’s lines, a clock that went back, and a lost file', async () => {
    await using data = await openTestDatabase(engine);
    const { db, config } = data;
    makeDataDir(config.dataDir);
    const clock = { now: START };
    const keep = keeperOfErased({ db, config, log: createLog({ logLevel: 'silent' }), now: () => clock.now });
    const owner = await addPractitioner(db);
    const file = join(config.dataDir, 'erased.jsonl');
    const erase = async (number: number): Promise<void> => {
      const row = erasureRow(owner, clock.now, number);
      await db.write(({ trx }) => trx.insertInto('erasures').values(row).execute());
    };
    const idsIn = async () =>
      (await readErasedFile(file)).lines.map((line) => Number('id' in line && line.id.replaceAll('e', '')));
    await erase(1);
    for (let look = 0; look < 2; look += 1) await keep();
    assert.deepEqual(await idsIn(), [1]);
    assert.equal((await stat(file)).mode & 0o777, 0o600);

    await appendFile(file, '{"id":"eeeeeeee');
    assert.deepEqual(await idsIn(), [1]);
    await erase(2);
    await keep();
    assert.deepEqual(await idsIn(), [1, 2]);

    await erase(3);
    const [one, two] = (await readErasedFile(file)).lines;
    assert.ok(one && two && 'id' in one);
    await appendErased(config.dataDir, [{ ...one, id: '3'.padStart(15, 'e') }]);
    await keep();
    assert.deepEqual(await idsIn(), [1, 2, 3]);

    clock.now = START.subtract({ hours: 24 * 400 });
    await erase(4);
    await keep();
    assert.deepEqual(await idsIn(), [1, 2, 3, 4]);

    await rename(file, `${file}.moved`);
    await keep();
    assert.deepEqual(new Set(await idsIn()), new Set([1, 2, 3, 4]));
    await rm(`${file}.moved`);
    await writeFile(file, `${await readFile(file, 'utf8')}[]\n`);
    await assert.rejects(readErasedFile(file), /erased\.jsonl is damaged/);
  });
});
