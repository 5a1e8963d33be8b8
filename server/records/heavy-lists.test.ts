import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LETTER } from '#server/records/testing/heavy-lists.ts';
import { plantHeavyPractice } from '#server/records/testing/heavy-practice.ts';
import { ask } from '#server/testing/ask.ts';
import { onEngine } from '#server/testing/engines.ts';
import { plantPractice, tokenOf } from '#server/testing/planted-practice.ts';
import { openTestServer, type TestServer } from '#server/testing/test-server.ts';

const ROWS = 6000;
const CPU_MS = 100;

// At length, with 100,000 rows and on both engines, in `npm run torture -- filters`.
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

  const list = (query: Record<string, string>) =>
    ask(server.app, {
      method: 'GET',
      url: `/api/collections/sessions/records?${new URLSearchParams({ fields: 'id', ...query }).toString()}`,
      token,
    });
  const many = (length: number, comparison: (at: number) => string) =>
    Array.from({ length }, (_, at) => comparison(at)).join(' || ');

  test('API-04 a filter that looks through too much is refused before it costs more than a request may', async () => {
    for (const filter of [
      many(50, (at) => `thoughts ~ 'щ${at}'`),
      many(25, (at) => `duration > 0 && news ~ 'ы${at}'`),
      many(40, (at) => `client.name ~ 'щ${at}i'`),
      `(${many(25, (at) => `news ~ '%щ%${at}%'`)}) && duration > 0`,
    ]) {
      const earlier = process.threadCpuUsage();
      const { status, body } = await list({ filter });
      const { user, system } = process.threadCpuUsage(earlier);
      assert.equal(status, 400, filter);
      assert.match(body, /too many records/);
      assert.ok((user + system) / 1000 < CPU_MS * 2, `${(user + system) / 1000} ms`);
    }
  });

  test('API-04 no filter is dear on a single text, be it the longest: what could be is refused unread', async () => {
    for (const [filter, wanted] of [
      [many(2, (at) => `thoughts ~ '%${LETTER.repeat(48)}${at}%!'`), 200],
      [many(7, (at) => `thoughts ~ '%${LETTER.repeat(200)}${at}%!'`), 400],
    ] as const) {
      const earlier = process.threadCpuUsage();
      const { status, body } = await list({ filter: `(${filter}) && id = 'session00000000'`, skipTotal: 'true' });
      const { user, system } = process.threadCpuUsage(earlier);
      assert.equal(status, wanted, body);
      assert.ok((user + system) / 1000 < CPU_MS * 2, `${(user + system) / 1000} ms`);
    }
  });

  test('API-05 an ordinary search through a practice of years is answered, page and total alike', async () => {
    for (const [filter, total] of [
      ["description ~ 'ВСТРЕЧА 59'", 111],
      ["description ~ 'встреча' && thoughts !~ 'щюъ'", ROWS],
      ["news ~ 'щюъ' || thoughts ~ 'щюъ'", 0],
    ] as const) {
      const { status, body } = await list({ filter, sort: '-date', perPage: '1' });
      assert.equal(status, 200, body);
      assert.equal(JSON.parse(body).totalItems, total, filter);
    }
  });
});
