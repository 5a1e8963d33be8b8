import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { NOW, sdk, startRecordApp, tokenOf } from '#proofs/support/records/record-app.ts';
import { eventually, RawStream } from '#proofs/support/records/raw-streams.ts';
import {
  collect,
  newClient,
  openPracticeStreams,
  type PracticeStreams,
} from '#proofs/support/records/practice-streams.ts';
import { forEachEngine, nodeCount } from '#proofs/support/engines.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let practice: PracticeStreams;
  let { server, anna, boris, raw } = {} as PracticeStreams;
  before(async () => {
    practice = await openPracticeStreams(engine);
    ({ server, anna, boris, raw } = practice);
  });
  after(() => practice[Symbol.asyncDispose]());

  const openRaw = () => raw.open();
  const subscribe = (body: object, token = '') => raw.subscribe(body, token);

  test('AUTH-03 a stream ends at once with its sign-in, and with all of its account', async () => {
    const open = async (signIn: string, owner = anna.id) => {
      const stream = openRaw();
      const body = { clientId: await stream.id(), subscriptions: ['clients/*'] };
      assert.equal((await subscribe(body, tokenOf(owner, signIn))).status, 204);
      return stream;
    };
    const [laptop, phone1, foreign] = [await open('laptop'), await open('phone'), await open('laptop', boris.id)];
    server.endAccess({ user: anna.id, signIn: 'laptop' });
    await newClient(anna, { name: 'После выхода' });
    await eventually(() => laptop.ended && phone1.text.includes('После выхода'), 'one ends, the other goes on');
    assert.deepEqual([laptop.events(), phone1.ended, foreign.ended], [['PB_CONNECT'], false, false]);
    server.endAccess({ user: anna.id });
    await eventually(() => phone1.ended, 'the other ends');
    assert.equal(foreign.ended, false);
    server.endAccess({ user: boris.id });
  });

  test('OWN-02 after more changes than a stream carries the streams of that practice end, and no other', async () => {
    const open = async (owner = anna.id) => {
      const stream = openRaw();
      const body = { clientId: await stream.id(), subscriptions: ['clients/*'] };
      assert.equal((await subscribe(body, tokenOf(owner, 'laptop'))).status, 204);
      return stream;
    };
    const [own, foreign] = [await open(), await open(boris.id)];
    const { db, events } = server.context;
    await db.write(async (write) => events.publishMissed(write, anna.id));
    await eventually(() => own.ended, 'its stream ends');
    await newClient(boris, { name: 'У другого' });
    await eventually(() => foreign.text.includes('У другого'), 'the other goes on');
    assert.equal(foreign.ended, false);
    server.endAccess({ user: boris.id });
  });

  test('AUTH-03 a sign-in that ended while it subscribed is told nothing, and its stream ends', async () => {
    const stream = openRaw();
    const body = { clientId: await stream.id(), subscriptions: ['clients/*'] };
    server.endedSignIns.add('revoked');
    assert.equal((await subscribe(body, tokenOf(anna.id, 'revoked'))).status, 404);
    await newClient(anna, { name: 'После отзыва' });
    await eventually(() => stream.ended, 'the stream ends');
    assert.deepEqual(stream.events(), ['PB_CONNECT']);
  });

  test('AUTH-03 a stream whose sign-in another node ended ends with the next heartbeat, others go on', async () => {
    const open = async (signIn: string) => {
      const stream = openRaw();
      const body = { clientId: await stream.id(), subscriptions: ['clients/*'] };
      assert.equal((await subscribe(body, tokenOf(anna.id, signIn))).status, 204);
      return stream;
    };
    const [elsewhere, here] = [await open('elsewhere'), await open('here')];
    server.endedSignIns.add('elsewhere');
    await eventually(() => elsewhere.ended, 'the stream ends');
    assert.equal(here.ended, false);
    server.endAccess({ user: anna.id });
  });

  test('AUTH-03 an expired token is told nothing more, and its stream ends', async () => {
    const stream = openRaw();
    const clientId = await stream.id();
    const token = tokenOf(boris.id, 'short', NOW.epochMilliseconds / 1000 + 60);
    await subscribe({ clientId, subscriptions: ['clients/*'] }, token);
    await newClient(boris);
    await eventually(() => stream.events().length === 2, 'an event while it is valid');
    server.clock.now = NOW.add({ seconds: 61 });
    await newClient(boris, { name: 'Слишком поздно' });
    await eventually(() => stream.ended, 'the stream ends');
    assert.equal(stream.text.includes('Слишком поздно'), false);
    server.clock.now = NOW;
  });

  test('API-01 an account has a bounded number of streams: the oldest makes room', async () => {
    const streams: RawStream[] = [];
    for (let at = 0; at < 6; at += 1) {
      const stream = openRaw();
      streams.push(stream);
      await subscribe({ clientId: await stream.id(), subscriptions: ['clients/*'] }, boris.token);
    }
    await eventually(() => streams[0]?.ended === true, 'the oldest ends');
    await newClient(boris);
    await eventually(
      () => streams.slice(1).every((stream) => stream.events().includes('clients/*')),
      'the others hear',
    );
    server.endAccess({ user: boris.id });
  });

  test('API-01 guests’ streams make room for others when there are too many', async () => {
    const first = openRaw();
    await first.id();
    const others = [];
    // As many as one process can hold, for each.
    for (let at = 0; at < 30 * nodeCount(engine) + 1; at += 1) {
      others.push(openRaw());
      await others.at(-1)?.id();
    }
    await eventually(() => first.ended, 'the oldest ends');
    others.forEach((stream) => stream.close());
  });

  it('API-01 a reader that does not read is dropped, and others go on', async () => {
    const { events, stop } = await collect(sdk(server.url, boris.id), 'clients', '*', { fields: 'name' });
    const slow = openRaw();
    const clientId = await slow.id();
    slow.pause();
    await subscribe({ clientId, subscriptions: ['sessions/*'] }, boris.token);
    const client = await newClient(boris, { name: 'Рядом' });
    const session = await boris.pb.collection('sessions').create({ client: client.id, date: '2026-11-23' });
    const news = 'н'.repeat(100_000);
    const isDropped = async () =>
      (await subscribe({ clientId, subscriptions: ['sessions/*'] }, boris.token)).status === 404;
    for (let count = 0; count < 60 && !(await isDropped()); count += 1) {
      await boris.pb.collection('sessions').update(session.id, { news, thoughts: news }, { fields: 'id' });
    }
    // Events are written after the responses to updates.
    for (let look = 0; look < 500 && !(await isDropped()); look += 1) await sleep(20);
    assert.ok(await isDropped());
    await eventually(() => events.length === 1, 'the reader next to it is served');
    await stop();
  });

  test('API-01 the end of the server ends streams politely', async () => {
    await using other = await startRecordApp(engine);
    const stream = new RawStream(other.url);
    await stream.id();
    const closing = other.app.close();
    await eventually(() => stream.ended, 'the stream ends');
    await closing;
  });
});
