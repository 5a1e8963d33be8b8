import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SESSION_LIMITS } from '#domain/sessions/session.ts';
import { collections } from '#server/collections.ts';
import { type LimitRule, LIMITS, type Limits, TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import type { ErrorBody } from '#server/ground/http/error-response.ts';
import { readTopics } from '#server/records/realtime/topic.ts';
import { practitioner, type Practitioner, type RecordApp, startRecordApp } from '#proofs/support/records/record-app.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { eventually } from '#proofs/support/records/raw-streams.ts';
import { openStream, type TestStream } from '#proofs/support/event-stream.ts';
import { clientRow, insertSealed, sessionRow } from '#proofs/support/rows.ts';

const TEXT = 'а'.repeat(SESSION_LIMITS.textMax);
const TOPICS_PER_ACCOUNT = 150;

function sessionsWith(query: { filter?: string; fields?: string }): string {
  return `sessions/*?options=${encodeURIComponent(JSON.stringify({ query }))}`;
}

function sessionsWhere(filter: string): string {
  return sessionsWith({ filter });
}

async function cpuMs(run: () => Promise<unknown>): Promise<number> {
  const earlier = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(earlier);
  return (user + system) / 1000;
}

forEachEngine((engine) => {
  let server: RecordApp;
  let anna: Practitioner;
  let boris: Practitioner;
  let session: string;
  const streams: TestStream[] = [];
  const counted: [rule: LimitRule, key: string][] = [];
  const exhausted = new Set<LimitRule>();
  const limits: Limits = {
    async take(rule, key) {
      counted.push([rule, key]);
      if (exhausted.has(rule)) throw new TooManyRequests(7);
    },
    takeAll: async () => null,
    giveBack: async () => undefined,
  };

  before(async () => {
    const realtime = { topicsPerAccount: TOPICS_PER_ACCOUNT };
    server = await startRecordApp(engine, { collections, realtime, limits });
    anna = await practitioner(server);
    boris = await practitioner(server);
    const client = clientRow(anna.id);
    const row = sessionRow(anna.id, client.id, { thoughts: TEXT, news: TEXT });
    await server.context.db.write(async (write) => {
      await insertSealed(write, 'clients', [client]);
      await insertSealed(write, 'sessions', [row]);
    });
    session = row.id;
  });
  after(async () => {
    await Promise.all(streams.map((stream) => stream.close()));
    await server.dispose();
  });

  const open = async (url: string = server.url): Promise<TestStream> => {
    const stream = await openStream(url);
    streams.push(stream);
    return stream;
  };
  const subscribe = async ({ clientId }: TestStream, subscriptions: readonly string[], token?: string) => {
    const response = await fetch(`${server.url}/api/realtime`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: token }) },
      body: JSON.stringify({ clientId, subscriptions }),
    });
    const body = response.status === 204 ? null : ((await response.json()) as ErrorBody);
    return { status: response.status, body, retryAfter: response.headers.get('retry-after') };
  };
  const update = () => anna.pb.collection('sessions').update(session, { status: 'completed' }, { fields: 'id' });

  test('API-04 a topic’s filter has the bounds of a list’s', async () => {
    const stream = await open();
    const beyond = ['x', 'y', 'z'].map((end) => `thoughts ~ '%${'а'.repeat(100)}б%${end}'`).join(' || ');
    const within = "thoughts ~ '%ааа%а'";
    const wanted = [sessionsWhere(beyond), sessionsWhere(`${beyond} || duration > 0`), sessionsWhere(within)];
    assert.equal((await subscribe(stream, wanted, anna.token)).status, 204);
    await update();
    await eventually(() => stream.events().length > 1, 'the event');
    assert.deepEqual(stream.events(), ['PB_CONNECT', sessionsWhere(within)]);
    await stream.close();
  });

  // The search tries each text at every letter.
  const seven = Array.from({ length: 7 }, (_, at) => `thoughts ~ '%а_а_а_а_${at}_#%!'`).join(' || ');
  for (const [what, count, topicOf] of [
    ['comparisons', 60, (at: number) => sessionsWhere(seven.replaceAll('#', String(at)))],
    ['excerpts', 100, (at: number) => sessionsWith({ fields: `thoughts:excerpt(${at + 1}),news:excerpt(${at + 1})` })],
  ] as const) {
    test(`API-04 an event costs no more than it may: streams whose topics ask for more ${what} end, others go on`, async () => {
      const [dear, plain] = [await open(), await open()];
      const topics = Array.from({ length: count }, (_, at) => topicOf(at));
      let hasEnded = false;
      void dear.closed.then(() => (hasEnded = true));
      assert.equal((await subscribe(dear, topics, anna.token)).status, 204);
      assert.equal((await subscribe(plain, ['sessions/*'], anna.token)).status, 204);
      const cpu = await cpuMs(async () => {
        await update();
        await eventually(() => plain.events().length > 1, 'the event');
        await eventually(() => hasEnded, 'the end of the stream');
      });
      assert.ok(cpu < 400, `${cpu} ms`);
      assert.ok(dear.events().length < count);
      await plain.close();
    });
  }

  test('API-04 a stream has at most 100 topics of 64 KB, an account a bounded number on all of them', async () => {
    const stream = await open();
    const topics = (from: number, count: number) => Array.from({ length: count }, (_, at) => `clients/${from + at}`);
    const of = async (names: readonly string[], to = stream) => {
      const { status, body } = await subscribe(to, names, boris.token);
      return [status, body?.message, body?.data['subscriptions']];
    };
    const tooLong = (max: number) => [
      400,
      'Failed to read the subscriptions.',
      { code: 'validation_length_too_long', message: `The length must be no more than ${max}.`, params: { max } },
    ];
    assert.deepEqual(await of(topics(0, 101)), tooLong(100));
    assert.deepEqual(await of(topics(0, 40).map((name) => name.padEnd(2000, ' '))), tooLong(65_536));
    assert.deepEqual(await of(['clients/*', ...topics(0, 99)]), [204, undefined, undefined]);
    const other = await open();
    // Between several nodes each counts its own streams.
    if (engine === 'sqlite') {
      const done = [204, undefined, undefined];
      assert.deepEqual(await of(sessionTopics(100), other), done, 'names that no topic has count for nothing');
      const [status, message] = await of(sessionTopics(51));
      assert.deepEqual(
        [status, message],
        [400, 'The streams of an account may have no more than 150 topics together.'],
      );
      assert.deepEqual(await of(sessionTopics(50)), done);
    }
    await Promise.all([stream.close(), other.close()]);
  });

  test('API-04 of a guest’s topics nothing is read', async () => {
    // At the node whose looks are counted.
    const stream = await open(server.direct);
    let looks = 0;
    Object.defineProperty(server.context, 'collections', {
      configurable: true,
      get: () => {
        // Events of the tests before can still be on their way.
        if (new Error().stack?.includes('topic.ts') === true) looks += 1;
        return collections;
      },
    });
    assert.equal((await subscribe(stream, sessionTopics(80))).status, 204);
    const ofGuest = looks;
    assert.equal((await subscribe(stream, sessionTopics(80), anna.token)).status, 204);
    assert.ok(looks > ofGuest);
    assert.equal(ofGuest, 0);
    Object.defineProperty(server.context, 'collections', { value: collections });
    await stream.close();
  });

  test('API-04 an account and a network may change their topics only so often', async () => {
    const stream = await open();
    counted.length = 0;
    assert.equal((await subscribe(stream, [], boris.token)).status, 204);
    assert.deepEqual(counted, [
      [LIMITS.subscriptionsPerNetwork, '127.0.0.1'],
      [LIMITS.subscriptionsPerAccount, boris.id],
    ]);
    exhausted.add(LIMITS.subscriptionsPerAccount);
    const { status, body, retryAfter } = await subscribe(stream, [], boris.token);
    assert.deepEqual([status, body?.message, retryAfter], [429, 'Too Many Requests.', '7']);
    assert.equal((await subscribe(stream, [], anna.token)).status, 429);
    exhausted.clear();
    await stream.close();
  });

  test('API-05 topics that ask the same are read once for all streams of an account', () => {
    const { context } = server;
    const names = [sessionsWhere("thoughts ~ 'а'"), sessionsWhere("thoughts ~ 'а'").replace('*', session)];
    const [first, second] = readTopics(names, context, []);
    assert.ok(first?.filter && first !== second);
    assert.equal(second?.filter, first.filter);
    const [again] = readTopics(names, context, [first]);
    assert.equal(again?.filter, first.filter);
    assert.equal(again?.shape, first.shape);
  });
});

function sessionTopics(count: number): string[] {
  return Array.from({ length: count }, (_, at) => sessionsWhere(`duration = ${at}`));
}
