import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '#server/ground/db/open-database.ts';
import { type LimitRule, type Limits, TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { openLimits } from '#server/ground/limits/limits-store.ts';
import { forEachEngine, onEngine, openTestDatabase } from '#proofs/support/engines.ts';

const RULE: LimitRule = { name: 'test', points: 3, seconds: 60 };

async function takeAll(limits: Limits, rule: LimitRule, key: string): Promise<void> {
  for (let i = 0; i < rule.points; i += 1) await limits.take(rule, key);
}

forEachEngine((engine) => {
  test('PUBLIC-06 a caller without points left reads when to come back, others are not touched', async () => {
    await using data = await openTestDatabase(engine);
    const limits = openLimits(data.db);
    await takeAll(limits, RULE, 'one');
    await assert.rejects(limits.take(RULE, 'one'), (error) => {
      assert.ok(error instanceof TooManyRequests);
      assert.equal(error.status, 429);
      assert.ok(error.retryAfterSeconds > 50 && error.retryAfterSeconds <= 60);
      return true;
    });
    await limits.take(RULE, 'two');
    await limits.take({ ...RULE, name: 'another' }, 'one');
  });

  test('points come back when the time is over', async (t) => {
    await using data = await openTestDatabase(engine);
    const limits = openLimits(data.db);
    const short: LimitRule = { name: 'short', points: 1, seconds: 60 };
    await limits.take(short, 'one');
    await assert.rejects(limits.take(short, 'one'), TooManyRequests);
    // By the clock of this process and, where nodes count together, by the database's.
    const later = performance.now() + 60_001;
    t.mock.method(performance, 'now', () => later);
    if (engine === 'postgres') await sql`update rate_limits set expire = expire - 60001`.execute(data.db.read);
    await limits.take(short, 'one');
  });

  test('LETTER-04 of several rules a point of each is taken, or of none', async () => {
    await using data = await openTestDatabase(engine);
    const limits = openLimits(data.db);
    const [many, few] = [RULE, { ...RULE, name: 'few', points: 1 }];
    const takeBoth = (key: string) =>
      limits.takeAll([
        { rule: many, key: 'one' },
        { rule: few, key },
      ]);
    assert.equal(await takeBoth('a'), null);
    assert.deepEqual([await takeBoth('a'), await takeBoth('a')], [few, few]);
    assert.deepEqual([await takeBoth('b'), await takeBoth('c'), await takeBoth('d')], [null, null, many]);
    assert.equal(await limits.takeAll([{ rule: few, key: 'd' }]), null, 'given back');
  });

  test('PUBLIC-06 a point that is given back serves the next caller, however many were refused meanwhile', async () => {
    await using data = await openTestDatabase(engine);
    const limits = openLimits(data.db);
    await Promise.allSettled(Array.from({ length: 30 }, () => limits.take(RULE, 'one')));
    await limits.giveBack(RULE, 'one');
    await limits.take(RULE, 'one');
    await assert.rejects(limits.take(RULE, 'one'), TooManyRequests);
  });

  test('of many at once no more than the points get through', async () => {
    await using data = await openTestDatabase(engine);
    const limits = openLimits(data.db);
    const attempts = await Promise.allSettled(Array.from({ length: 30 }, () => limits.take(RULE, 'one')));
    assert.equal(attempts.filter((attempt) => attempt.status === 'fulfilled').length, RULE.points);
  });
});

onEngine('postgres', 'only here several processes count together', () => {
  test('no statement stays in the session, so that a pooler may stand in front', async () => {
    await using data = await openTestDatabase('postgres');
    await takeAll(openLimits(data.db), RULE, 'one');
    await data.db.write(async ({ trx }) => {
      assert.deepEqual((await sql`select name from pg_prepared_statements`.execute(trx)).rows, []);
    });
  });

  test('nodes count together, and what they keep identifies no person', async () => {
    await using data = await openTestDatabase('postgres');
    const other = await openDatabase(data.config);
    const [here, there] = [openLimits(data.db), openLimits(other)];
    await here.take(RULE, 'anna@example.com');
    await there.take(RULE, 'anna@example.com');
    await here.take(RULE, 'anna@example.com');
    await assert.rejects(there.take(RULE, 'anna@example.com'), TooManyRequests);
    const { rows } = await sql`select * from rate_limits`.execute(data.db.read);
    assert.equal(rows.length, 1);
    assert.doesNotMatch(JSON.stringify(rows), /anna/);
    await other.close();
  });

  test('PUBLIC-06 nodes whose clocks are two minutes apart count in the same window', async (t) => {
    await using data = await openTestDatabase('postgres');
    const other = await openDatabase(data.config);
    const [here, there] = [openLimits(data.db), openLimits(other)];
    await takeAll(here, RULE, 'one');
    const now = Date.now();
    for (const apart of [-120_000, 120_000]) {
      t.mock.timers.enable({ apis: ['Date'], now: now + apart });
      await assert.rejects(there.take(RULE, 'one'), (error) => {
        assert.ok(error instanceof TooManyRequests);
        assert.ok(error.retryAfterSeconds > 50 && error.retryAfterSeconds <= 60);
        return true;
      });
      t.mock.timers.reset();
    }
    await other.close();
  });
});
