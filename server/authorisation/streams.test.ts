import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { subscription } from '#server/authorisation/record-cells.ts';
import { type Ask, ask } from '#server/testing/ask.ts';
import { forEachEngine } from '#server/testing/engines.ts';
import { openStream, type TestStream } from '#server/testing/event-stream.ts';
import { plantPractice, type PracticeIds, secretOf, tokenOf } from '#server/testing/planted-practice.ts';
import { openTestServer, type TestServer, UNLIMITED } from '#server/testing/test-server.ts';

const WRITES = 200;

/** Every topic by which somebody could try to hear of a practice: names, ids, filters, relations. */
function everyTopic(server: TestServer, practice: PracticeIds): string[] {
  const { owner, profile, clients, sessions, notes, days, bookings } = practice;
  const ids = [owner, profile, ...clients, ...sessions, ...notes, ...days, ...bookings];
  const options = [{ filter: `user = '${owner}'` }, { filter: "id != ''" }, { expand: 'client,client.user,user' }].map(
    (query) => `?options=${encodeURIComponent(JSON.stringify({ query }))}`,
  );
  const collections = server.context.collections.flatMap(({ name, id }) => [name, id, name.toUpperCase()]);
  return collections.flatMap((name) => [
    ...['', ...options].map((option) => `${name}/*${option}`),
    ...ids.map((id) => `${name}/${id}`),
  ]);
}

async function eventually(check: () => boolean, what: string): Promise<void> {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; await sleep(10)) if (check()) return;
  assert.fail(what);
}

forEachEngine((engine) => {
  let server: TestServer;
  before(async () => {
    server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
  });
  after(() => server.dispose());

  test(`API-03 of ${WRITES} writes of a practice nobody else hears anything, whatever they subscribe to`, async () => {
    const boris = await plantPractice(server.context.db, 'boris');
    const anna = await plantPractice(server.context.db, 'anna');
    const token = await tokenOf(server.context, boris);
    const send = async (request: Omit<Ask, 'token'>): Promise<void> => {
      const { status, body } = await ask(server.app, { ...request, token });
      assert.ok(status < 300, `${request.url}: ${status} ${body}`);
    };
    const topics = everyTopic(server, boris);
    const [neighbour, own, guest] = [
      await openStream(server.url),
      await openStream(server.url),
      await openStream(server.url),
    ];
    const listeners = [
      [neighbour, await tokenOf(server.context, anna)],
      [own, token],
      [guest, undefined],
    ] as const;
    for (const [{ clientId }, as] of listeners) {
      assert.match(clientId, /^[a-z0-9]{40}$/);
      assert.equal((await ask(server.app, subscription(clientId, topics, as))).status, 204);
    }
    // The stream of another account takes no orders, and gives nothing away.
    assert.equal((await ask(server.app, subscription(own.clientId, topics, listeners[0][1]))).status, 403);
    const records = '/api/collections';
    for (let at = 0; at < WRITES; at += 1) {
      const client = boris.clients[at % 4];
      const session = boris.sessions[at % 4];
      const note = boris.notes[at % 4];
      const writes: Omit<Ask, 'token'>[] = [
        { method: 'PATCH', url: `${records}/clients/records/${client}`, body: { description: `${at}` } },
        { method: 'PATCH', url: `${records}/sessions/records/${session}`, body: { news: `${at}` } },
        { method: 'PATCH', url: `${records}/blog_posts/records/${note}`, body: { title: `Заметка ${at}` } },
        { method: 'PATCH', url: `${records}/users/records/${boris.owner}`, body: { name: `Борис ${at}` } },
        {
          method: 'POST',
          url: `${records}/blog_posts/records`,
          body: { title: `Заметка ${at}`, content: 'текст заметки', date: '2026-11-21' },
        },
      ];
      await send(writes[at % writes.length] ?? { method: 'GET', url: '/api/health' });
    }
    await send({ method: 'DELETE', url: `${records}/clients/records/${boris.clients[3]}` });
    const heardBy = (stream: TestStream) => stream.events().length - 1;
    await eventually(() => heardBy(own) >= WRITES, 'the owner hears of each');
    // The neighbour's stream is alive: it hears of what is its own.
    const url = `${records}/users/records/${anna.owner}`;
    await ask(server.app, { method: 'PATCH', url, body: { name: 'Анна' }, token: listeners[0][1] });
    await eventually(() => heardBy(neighbour) > 0, 'the neighbour hears of their own');
    const told = [...neighbour.text().matchAll(/"record":.*?"id":"(\w+)"/g)].map(([, id]) => id);
    assert.deepEqual([...new Set(told)], [anna.owner]);
    for (const foreign of [secretOf('boris'), `"${boris.owner}"`]) assert.ok(!neighbour.text().includes(foreign));
    assert.deepEqual(guest.events(), ['PB_CONNECT']);
    await neighbour.close();
    await guest.close();
    await own.close();
  });
});
