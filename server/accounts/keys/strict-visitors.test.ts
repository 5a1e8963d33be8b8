import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { sql } from 'kysely';
import { loose } from '#server/ground/db/query.ts';
import { readClaims } from '#server/accounts/tokens/tokens.ts';
import { openStream, type TestStream } from '#proofs/support/event-stream.ts';
import { onEngine } from '#proofs/support/engines.ts';
import {
  deviceOf,
  locksmith,
  type Locksmith,
  NEW_PASSWORD,
  post,
  resetPassword,
  turnOnStrict,
} from '#proofs/support/strict.ts';
import { openTestNodes } from '#proofs/support/test-nodes.ts';
import { onServerWith, refusalOf, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const MESSAGE = 'о чём просит посетитель «ё» 🕊';

/** A visitor asks for a free time by the public page. Returns the id of the request. */
async function ask({ context, visitor }: Pick<TestServer, 'context' | 'visitor'>, owner: string, message = MESSAGE) {
  const { booking_hash: hash } = await context.db.read
    .selectFrom('profiles')
    .select('booking_hash')
    .where('user', '=', owner)
    .executeTakeFirstOrThrow();
  // Nodes have no clock of the test's.
  const today = context.now().toZonedDateTimeISO('Europe/Moscow').toPlainDate();
  const { days } = await visitor().send<{ days: { slots: { start: string }[] }[] }>(`/api/booking-page/${hash}/slots`, {
    query: { from: today.toString(), to: today.add({ days: 7 }).toString() },
  });
  const [start] = days.flatMap(({ slots }) => slots).map((slot) => slot.start);
  const body = { start, name: 'Гость', phone: `+7 9${Math.random().toString().slice(2, 11)}`, message };
  return visitor().send<{ id: string }>(`/api/booking-page/${hash}`, { method: 'POST', body });
}

async function subscribe(pb: PocketBase, stream: TestStream, url: string): Promise<void> {
  const response = await fetch(`${url}/api/realtime`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: pb.authStore.token },
    body: JSON.stringify({ clientId: stream.clientId, subscriptions: ['booking/*', 'clients/*'] }),
  });
  await response.body?.cancel();
  assert.equal(response.status, 204);
}

async function saidIn(stream: TestStream, text: string, patienceMs = 20_000): Promise<void> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(10)) {
    if (stream.text().includes(text)) return;
  }
  assert.fail(`not in the stream: ${text}`);
}

async function strictPractice(server: Pick<TestServer, 'context' | 'visitor'>): Promise<Locksmith & { code: string }> {
  const practice = await locksmith(server);
  await addWorkingWeek(server.context.db, practice.owner);
  return { ...practice, code: await turnOnStrict(practice.pb) };
}

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);

  it('SEAL-04 what a visitor writes without a sign-in of the practitioner is read by the practitioner alone', async () => {
    const { pb, email, owner } = await strictPractice(server);
    await pb.collection('users').authRefresh();
    const { id } = await ask(server, owner);
    const [stored] = await loose(server.context.db.read)
      .selectFrom<string>('booking')
      .select('sealed')
      .where('id', '=', id)
      .execute();
    assert.equal(Buffer.from(String(stored?.['sealed']), 'base64').readUInt8(), 2);
    const device = await deviceOf(server, email);
    for (const reader of [pb, device]) {
      assert.equal((await reader.collection('booking').getOne(id))['message'], MESSAGE);
      const found = await reader.collection('booking').getList(1, 5, { filter: "message ~ 'ПОСЕТИТЕЛЬ'" });
      assert.equal(found.totalItems, 1);
    }
    await device.send(`/api/booking/${id}/approve`, { method: 'POST' });
    const [client] = await device.collection('clients').getFullList();
    assert.equal(client?.['description'], 'Клиент из онлайн-записи');
  });

  it('SEAL-04 a request that a visitor sends again, as a record and with another message, is answered with it', async () => {
    const { pb, owner } = await strictPractice(server);
    const { id } = await ask(server, owner, 'первая');
    const { date, name, phone } = await pb.collection('booking').getOne(id);
    const again = { id, user: owner, date, name, phone, message: 'вторая' };
    const answer = await server.visitor().collection('booking').create(again);
    assert.equal(answer['message'], 'вторая');
    assert.equal((await pb.collection('booking').getOne(id))['message'], 'вторая');
  });

  it('SEAL-04 while the texts are locked an approval is refused and the request still waits; the code lets it pass', async () => {
    const { email, owner, code } = await strictPractice(server);
    await resetPassword(server, email);
    const { id } = await ask(server, owner);
    const pb = await deviceOf(server, email, NEW_PASSWORD);
    const approve = () => pb.send(`/api/booking/${id}/approve`, { method: 'POST' });
    const refusal = await refusalOf(approve());
    assert.deepEqual([refusal.status, Object.values(refusal.codes)], [400, ['validation_locked']]);
    const byStatus = await refusalOf(pb.collection('booking').update(id, { status: 'confirmed' }));
    assert.equal(byStatus.status, 400);
    const waiting = await pb.collection('booking').getOne(id);
    assert.deepEqual([waiting['status'], Object.hasOwn(waiting, 'message')], ['pending', false]);
    assert.equal((await pb.collection('clients').getFullList()).length, 0);
    await post(pb, 'unlock', { password: NEW_PASSWORD, code });
    await approve();
    assert.equal((await pb.collection('booking').getOne(id))['message'], MESSAGE);
  });

  it('SEAL-04 a stream reads what comes with the key of its own sign-in: of a visitor, and once another device gave the code', async () => {
    const { pb, email, owner, code } = await strictPractice(server);
    const open = await openStream(server.url);
    await subscribe(pb, open, server.url);
    await ask(server, owner);
    await saidIn(open, MESSAGE);
    await resetPassword(server, email);
    await open.closed;
    const [one, two] = [await deviceOf(server, email, NEW_PASSWORD), await deviceOf(server, email, NEW_PASSWORD)];
    const locked = await openStream(server.url);
    await subscribe(one, locked, server.url);
    await ask(server, owner, 'пока заперто');
    await saidIn(locked, '"status":"pending"');
    assert.ok(!locked.text().includes('"message"'), 'absent, never empty');
    await post(two, 'unlock', { password: NEW_PASSWORD, code });
    await ask(server, owner, 'снова открыто');
    await saidIn(locked, 'снова открыто');
    await locked.close();
  });

  it('SEAL-04 neither does a locked stream get what another sign-in opens, nor an open one the absence', async () => {
    const { pb, email, owner } = await strictPractice(server);
    const other = await deviceOf(server, email);
    const signIn = readClaims(other.authStore.token)?.jti ?? '';
    await server.context.db.write(({ trx }) =>
      trx.updateTable('sign_ins').set({ wrapped: '' }).where('id', '=', signIn).execute(),
    );
    const [open, locked] = [await openStream(server.url), await openStream(server.url)];
    for (const [device, stream] of [
      [pb, open],
      [other, locked],
    ] as const) {
      await subscribe(device, stream, server.url);
    }
    await ask(server, owner);
    await saidIn(locked, '"status":"pending"');
    await saidIn(open, MESSAGE);
    assert.ok(!locked.text().includes('"message"'));
    await Promise.all([open.close(), locked.close()]);
  });
});

onEngine('postgres', 'only here there are several nodes', () => {
  test('SEAL-04 any node opens with the token, also a stream that another node holds, and no table has the secret of the token', async () => {
    const nodes = await openTestNodes(2);
    const site = { context: nodes.context, visitor: () => nodes.at(0).visitor() };
    try {
      const { pb, owner } = await strictPractice(site);
      const here = nodes.at(1).visitor();
      here.authStore.save(pb.authStore.token, pb.authStore.record);
      // A call is deleted once its node has it.
      for (const statement of [
        'create table kept_calls (call text)',
        `create function keep_call() returns trigger language plpgsql as
          $$ begin insert into kept_calls values (new.call); return new; end $$`,
        'create trigger keep_call before insert on stream_calls for each row execute function keep_call()',
      ]) {
        await nodes.context.db.write(({ trx }) => sql.raw(statement).execute(trx));
      }
      const stream = await openStream(String(nodes.urls[1]));
      await subscribe(pb, stream, String(nodes.urls[0]));
      const { id } = await ask(site, owner);
      await saidIn(stream, MESSAGE);
      const { rows: calls } = await sql<{ call: string }>`select call from kept_calls`.execute(nodes.context.db.read);
      const part = readClaims(pb.authStore.token)?.key;
      assert.equal(calls.length, 1);
      assert.ok(part && calls.every(({ call }) => !call.includes(part) && !call.includes(stream.clientId)));
      assert.equal((await here.collection('booking').getOne(id))['message'], MESSAGE);
      await stream.close();
    } finally {
      await nodes.dispose();
    }
  });
});
