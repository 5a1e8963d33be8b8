import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { collections } from '#server/collections.ts';
import { subscription } from '#proofs/authorisation/record-cells.ts';
import { type Ask, ask } from '#proofs/support/ask.ts';
import { openStream, type TestStream } from '#proofs/support/event-stream.ts';
import { plantPractice, type PracticeIds, secretOf, tokenOf } from '#proofs/support/planted-practice.ts';
import { UNLIMITED, onServerWith } from '#proofs/support/test-server.ts';
import { rounds } from '#proofs/support/long-form.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const WRITES = rounds({ short: 30, long: 200 });
/** More are refused. */
const TOPICS_OF_A_STREAM = 100;
/** One account may not have more topics; the neighbour has a stream of her own besides. */
const STREAMS_OF_AN_ACCOUNT = 4;

/** Every topic that could reach a practice: names, ids, filters, relations. */
function everyTopic(practice: PracticeIds): string[] {
  const { owner, profile, clients, sessions, notes, days, bookings } = practice;
  const ids = [owner, profile, ...clients, ...sessions, ...notes, ...days, ...bookings];
  const options = [{ filter: `user = '${owner}'` }, { filter: "id != ''" }, { expand: 'client,client.user,user' }].map(
    (query) => `?options=${encodeURIComponent(JSON.stringify({ query }))}`,
  );
  return collections.flatMap(({ name, id }) => [
    ...[name, id, name.toUpperCase()].flatMap((one) => ['', ...options].map((option) => `${one}/*${option}`)),
    ...[name, id].flatMap((one) => ids.map((record) => `${one}/${record}`)),
  ]);
}

async function eventually(check: () => boolean, what: string): Promise<void> {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; await sleep(10)) if (check()) return;
  assert.fail(what);
}

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);

  it(`API-03 of ${WRITES} writes of a practice no event reaches another account, with any subscription`, async () => {
    const boris = await plantPractice(server.context.db, 'boris');
    const anna = await plantPractice(server.context.db, 'anna');
    const token = await tokenOf(server.context, boris);
    const send = async (request: Omit<Ask, 'token'>): Promise<void> => {
      const { status, body } = await ask(server.app, { ...request, token });
      assert.ok(status < 300, `${request.url}: ${status} ${body}`);
    };
    const topics = everyTopic(boris);
    const parts = Array.from({ length: Math.ceil(topics.length / TOPICS_OF_A_STREAM) }, (_, part) =>
      topics.slice(part * TOPICS_OF_A_STREAM, (part + 1) * TOPICS_OF_A_STREAM),
    );
    const neighbourToken = await tokenOf(server.context, anna);
    const listen = async (wanted: readonly string[], as?: string): Promise<TestStream> => {
      const stream = await openStream(server.url);
      assert.match(stream.clientId, /^[a-z0-9]{40}$/);
      assert.equal((await ask(server.app, subscription(stream.clientId, wanted, as))).status, 204);
      return stream;
    };
    const neighbours = [];
    const guests = [];
    let listener = neighbourToken;
    for (const [at, part] of parts.entries()) {
      if (at > 0 && at % STREAMS_OF_AN_ACCOUNT === 0) {
        listener = await tokenOf(server.context, await plantPractice(server.context.db, `v${at}`));
      }
      neighbours.push(await listen(part, listener));
      guests.push(await listen(part));
    }
    const all = collections.map(({ name }) => `${name}/*`);
    const [own, neighbour] = [await listen(all, token), await listen(all, neighbourToken)];
    neighbours.push(neighbour);
    // Another account cannot subscribe on this stream and learns nothing from the response.
    assert.equal((await ask(server.app, subscription(own.clientId, all, neighbourToken))).status, 403);
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
    // The neighbour's stream is alive: it receives the neighbour's own events.
    const url = `${records}/users/records/${anna.owner}`;
    await ask(server.app, { method: 'PATCH', url, body: { name: 'Анна' }, token: neighbourToken });
    await eventually(() => heardBy(neighbour) > 0, 'the neighbour hears of their own');
    const text = neighbours.map((stream) => stream.text()).join('');
    const told = [...text.matchAll(/"record":.*?"id":"(\w+)"/g)].map(([, id]) => id);
    // Her profile bears the name as well.
    assert.deepEqual(
      [...new Set(told)].filter((id) => id !== anna.profile),
      [anna.owner],
    );
    for (const foreign of [secretOf('boris'), `"${boris.owner}"`]) assert.ok(!text.includes(foreign));
    for (const guest of guests) assert.deepEqual(guest.events(), ['PB_CONNECT']);
    await Promise.all([...neighbours, ...guests, own].map((stream) => stream.close()));
  });
});
