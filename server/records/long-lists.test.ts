import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { SESSION_LIMITS } from '#domain/sessions/session.ts';
import { LETTER } from '#proofs/support/records/heavy-lists.ts';
import { plantHeavyPractice } from '#proofs/support/records/heavy-practice.ts';
import { ask } from '#proofs/support/ask.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { plantPractice, tokenOf } from '#proofs/support/planted-practice.ts';
import { insertSealed, sessionRow } from '#proofs/support/rows.ts';
import { openTestServer, type TestServer } from '#proofs/support/test-server.ts';
import { longTest, rounds } from '#proofs/support/long-form.ts';
import { longestBlock } from '#proofs/support/longest-block.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';

const ROWS = rounds({ short: 6000, long: 20_000 });
const SEARCHES = 20;
/** A slice, or a single record with the longest texts and fifty comparisons. */
const STALL_MS = 100;
/** One comparison of the longest texts, and the work of a short list. */
const CPU_MS = 200;

// The long form, with 100,000 rows and on both engines, is `npm run torture -- filters`.
onEngine('sqlite', 'the other one runs at length in the torture suite', () => {
  let server: TestServer;
  let token: string;
  before(async () => {
    server = await openTestServer('sqlite');
    const ids = await plantPractice(server.context.db, 'anna');
    token = await tokenOf(server.context, ids);
    await plantHeavyPractice(server.context.db, ids.owner, ROWS);
  });
  after(() => server.dispose());

  const read = (collection: string, query: Record<string, string>, by: string = token) =>
    ask(server.app, {
      method: 'GET',
      url: `/api/collections/${collection}/records?${new URLSearchParams(query).toString()}`,
      token: by,
    });
  const list = (query: Record<string, string>, by?: string) => read('sessions', { fields: 'id', ...query }, by);
  const many = (length: number, comparison: (at: number) => string) =>
    Array.from({ length }, (_, at) => comparison(at)).join(' || ');

  test('API-04 no list is refused for what it looks through, and none keeps the others waiting', async () => {
    for (const [query, total] of [
      [{ filter: many(50, (at) => `thoughts ~ 'щ${at}'`) }, 0],
      [{ filter: many(40, (at) => `client.name ~ 'щ${at}i'`) }, 0],
      [{ filter: many(25, (at) => `duration > 600 && news ~ 'ы${at}'`) }, 0],
      [{ filter: 'duration = 33' }, 0],
      [{ filter: "status = 'canceled' || status = 'reserved'", sort: '-date' }, 0],
      [{ sort: 'client.name', perPage: '1' }, ROWS + 4],
      [{ filter: "description ~ 'ВСТРЕЧА 59'", sort: '-date', perPage: '1' }, null],
      [{ filter: "description ~ 'встреча' && thoughts !~ 'щюъ'", perPage: '1' }, ROWS],
    ] as const) {
      const stall = await longestBlock(async () => {
        const { status, body } = await list(query);
        assert.equal(status, 200, body);
        if (total !== null) assert.equal(JSON.parse(body).totalItems, total, JSON.stringify(query));
      }, STALL_MS);
      assert.ok(stall < STALL_MS, `${stall} ms: ${JSON.stringify(query)}`);
    }
  });

  test('SEAL-03 searches one after the other all end well, and seven rows beside them come at once', async () => {
    const hours = { filter: '', sort: 'day_of_week' };
    const time = async () => {
      const began = performance.now();
      assert.equal((await read('availability_settings', hours)).status, 200);
      return performance.now() - began;
    };
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
    const idle: number[] = [];
    for (let at = 0; at < 20; at += 1) idle.push(await time());
    const state = { isSearching: true };
    const busy: number[] = [];
    const beside = (async () => {
      // Requests over a network each arrive in their own turn of the event loop.
      for (; state.isSearching; await turn()) busy.push(await time());
    })();
    for (let at = 0; at < SEARCHES; at += 1) {
      const { status, body } = await list({ filter: "thoughts ~ 'щюъ'", sort: '-date' });
      assert.equal(status, 200, body);
      assert.equal(JSON.parse(body).totalItems, 0);
    }
    state.isSearching = false;
    await beside;
    assert.ok(median(busy) <= median(idle) * 2 + 50, `${median(busy)} ms, idle ${median(idle)} ms`);
  });

  test('API-04 a list of long texts waits for the owner’s others, and none of them keeps the rest waiting', async () => {
    const ids = await plantPractice(server.context.db, 'olga');
    const by = await tokenOf(server.context, ids);
    const [client = ''] = ids.clients;
    const text = LETTER.repeat(SESSION_LIMITS.textMax);
    const quarter = LETTER.repeat(SESSION_LIMITS.textMax / 4);
    const texts = { thoughts: text, news: text, description: `${quarter}щ${quarter}` };
    const rows = Array.from({ length: 5 }, () => sessionRow(ids.owner, client, texts));
    await server.context.db.write((write) => insertSealed(write, 'sessions', rows));
    for (const [query, most] of [
      [{ perPage: '1000' }, STALL_MS],
      // Caches that other tests share make short pieces up to half as long again.
      [{ filter: "thoughts ~ 'щюъ'", perPage: '1' }, STALL_MS * 0.75],
      [{ filter: many(40, () => 'thoughts ~ description'), perPage: '1' }, STALL_MS * 0.75],
    ] as const) {
      const stall = await longestBlock(async () => {
        const all = await Promise.all(Array.from({ length: 16 }, () => read('sessions', query, by)));
        assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]));
      }, most);
      assert.ok(stall < most, `${stall} ms: ${JSON.stringify(query)}`);
    }
  });

  test('API-04 eight lists at once are answered, and who asks without end is told when to come back', async () => {
    const ids = await plantPractice(server.context.db, 'vera');
    const by = await tokenOf(server.context, ids);
    const [client = ''] = ids.clients;
    const text = LETTER.repeat(SESSION_LIMITS.textMax);
    const rows = Array.from({ length: 3 }, () => sessionRow(ids.owner, client, { news: text, thoughts: text }));
    await server.context.db.write((write) => insertSealed(write, 'sessions', rows));
    const filter = many(40, (at) => `${at % 2 === 0 ? 'thoughts' : 'news'} ~ 'zq${at}'`);
    const eight = await Promise.all(Array.from({ length: 8 }, () => list({ filter }, by)));
    assert.deepEqual(new Set(eight.map(({ status }) => status)), new Set([200]));
    const flood = await Promise.all(Array.from({ length: 100 }, () => list({ filter }, by)));
    const refused = flood.filter(({ status }) => status === 429);
    assert.ok(refused.length > 20 && refused.every(({ headers }) => Number(headers['retry-after']) > 0));
    assert.ok(flood.every(({ status }) => status === 200 || status === 429));
    assert.ok(LIMITS.longReadsPerAccount.points >= SEARCHES * 10);
    assert.equal((await list({ filter: "thoughts ~ 'щ'" })).status, 200, 'others do not notice');
  });

  longTest(
    'API-04 no filter is expensive on a single text, not even the longest: what could be is refused unread',
    async () => {
      for (const [filter, wanted] of [
        [many(2, (at) => `thoughts ~ '%${LETTER.repeat(48)}${at}%!'`), 200],
        [many(7, (at) => `thoughts ~ '%${LETTER.repeat(200)}${at}%!'`), 400],
      ] as const) {
        const earlier = process.threadCpuUsage();
        const { status, body } = await list({ filter: `(${filter}) && id = 'session00000000'`, skipTotal: 'true' });
        const { user, system } = process.threadCpuUsage(earlier);
        assert.equal(status, wanted, body);
        assert.ok((user + system) / 1000 < CPU_MS, `${(user + system) / 1000} ms`);
      }
    },
  );
});
