import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { NOTHING_THERE, ROUTE_CELLS } from '#proofs/authorisation/route-cells.ts';
import { SHORT_ROUTES, WORST_INPUTS, type WorstInput } from '#proofs/threats/worst-inputs.ts';
import { ask, type Verb } from '#proofs/support/ask.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { collectRoutes, type LiveRoute } from '#proofs/support/live-routes.ts';
import { longestBlock } from '#proofs/support/longest-block.ts';
import { rounds } from '#proofs/support/long-form.ts';
import { plantPractice, type PracticeIds, tokenOf } from '#proofs/support/planted-practice.ts';
import { LETTER } from '#proofs/support/records/heavy-lists.ts';
import { plantHeavyPractice } from '#proofs/support/records/heavy-practice.ts';
import { insertSealed, sessionRow, STAMP } from '#proofs/support/rows.ts';
import { openTestServer, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { makeWebFolder } from '#proofs/support/web-folder.ts';
import { CALLS } from '#server/operation/operator/calls.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';

/**
 * CPU time of one piece of work, for which everybody else waits: 50 ms (docs/PERFORMANCE.md, «Pieces of work»), and half
 * as much again for the machine's slow hours.
 */
const MOST_MS = 75;
const LONGER: ReadonlyMap<string, number> = new Map([
  // The commit of 10 MB of clients is one call of SQLite's (decision 021).
  ['POST /api/import/csv 0', 250],
  // 50 ms in the machine's quick hours, up to 100 in its slow ones.
  ['POST /api/batch 0', 150],
  ['POST /api/export 0', 150],
  ['POST /api/import/csv/preview 0', 150],
]);
const mostOf = (route: string): number => LONGER.get(route) ?? MOST_MS;
/** The end of a ZIP names every client's page in one piece: 3,000 take 60 ms. */
const ROWS = 800;
const LONG_TEXTS = rounds({ short: 24, long: 100 });
const TEXT = LETTER.repeat(99_000);

onEngine('sqlite', 'its statements run in the thread that serves everybody', () => {
  let server: TestServer;
  let routes: LiveRoute[];
  let folder: string;
  let ids: PracticeIds;
  let token: string;

  before(async () => {
    folder = await makeWebFolder();
    ({ started: server, routes } = await collectRoutes(() =>
      openTestServer('sqlite', { webFolder: folder, replace: { limits: UNLIMITED } }),
    ));
    const { db } = server.context;
    ids = await plantPractice(db, 'anna');
    token = await tokenOf(server.context, ids);
    await plantHeavyPractice(db, ids.owner, ROWS);
    const sessions = Array.from({ length: LONG_TEXTS }, () =>
      sessionRow(ids.owner, 'client000000000', { news: TEXT, thoughts: TEXT }),
    );
    const notes = Array.from({ length: LONG_TEXTS }, (_, at) => ({
      ...STAMP,
      id: newRecordId(),
      user: ids.owner,
      title: `Заметка ${at}`,
      content: TEXT,
      date: STAMP.created,
    }));
    await db.write((write) => insertSealed(write, 'sessions', sessions));
    await db.write((write) => insertSealed(write, 'blog_posts', notes));
    await db.write(({ trx }) =>
      sql`
        insert into journal
          ("user", created, action, subject, record, client, fields, count, author, sign_in, address, device, day)
        with recursive each (at) as (select 1 union all select at + 1 from each where at < ${ROWS * 5})
        select
          ${ids.owner}, ${STAMP.created}, 'update', 'sessions', 'session00000000', 'client000000000', '["news"]', 0,
          'practitioner', 'x', '', '', ''
        from each
      `.execute(trx),
    );
  });
  after(async () => {
    await server.dispose();
    await rm(folder, { recursive: true });
  });

  const send = async (route: LiveRoute, { url, body, headers, status }: ReturnType<typeof encoded>): Promise<void> => {
    const [method] = route.split(' ');
    const own = {
      authorization: token,
      'accept-encoding': 'gzip',
      ...(body && { 'content-type': 'application/json' }),
    };
    // Reads and drops the response: a client in this thread would add its own work.
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(server.direct + url, { method, headers: { ...own, ...headers }, agent: false }, resolve)
        .on('error', reject)
        .end(body);
    });
    for await (const piece of response) if (response.statusCode !== status) assert.fail(`${route}: ${String(piece)}`);
    assert.equal(response.statusCode, status, route);
  };

  test('API-04 every route has a row here, and every row its route', () => {
    const commands = Object.keys(CALLS).map((name) => `POST /${name}`);
    const served = routes.filter((route) => {
      const [verb = '', url = ''] = route.split(' ');
      return (
        !NOTHING_THERE.includes(url) && !commands.includes(route) && verb !== 'HEAD' && route !== 'GET /api/realtime'
      );
    });
    const rows = [...SHORT_ROUTES, ...Object.keys(WORST_INPUTS)];
    assert.deepEqual(rows.toSorted(), [...new Set(served)].toSorted());
  });

  test('API-04 no request keeps the others waiting for long, whatever it asks for', async (t) => {
    const figures: [string, number][] = [];
    for (const [route, inputs] of Object.entries(WORST_INPUTS)) {
      for (const [at, worst] of inputs.entries()) {
        let round = 0;
        const made = await Promise.all([0, 1, 2].map(async (of) => encoded(await worst(of, ids))));
        const block = await longestBlock(
          async () => {
            const input = made[round++];
            if (input) await send(route as LiveRoute, input);
          },
          mostOf(`${route} ${at}`),
        );
        figures.push([`${route} ${at}`, block]);
      }
    }
    for (const route of SHORT_ROUTES) {
      const [method] = route.split(' ');
      const block = await longestBlock(
        () => ask(server.app, { method: method as Verb, token, ...(ROUTE_CELLS[route]?.ask(ids) ?? { url: '/' }) }),
        MOST_MS,
      );
      figures.push([route, block]);
    }
    t.diagnostic(figures.map(([route, ms]) => `${ms.toFixed(1)} ms ${route}`).join('\n'));
    const isLong = ([route, ms]: [string, number]) => ms > mostOf(route);
    assert.deepEqual(figures.filter(isLong), []);
  });
});

/** Outside of what is measured: the program does not print what it gets. */
function encoded({ body, ...input }: WorstInput): WorstInput & { body?: Buffer } {
  if (!body) return input;
  return { ...input, body: body instanceof Buffer ? body : Buffer.from(JSON.stringify(body)) };
}
