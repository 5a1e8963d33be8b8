import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { PASSWORD } from '#proofs/support/accounts/account.ts';
import { erased } from '#proofs/support/accounts/erased.ts';
import { forgetDeleted } from '#server/ground/nodes/deleted-rows.ts';
import { openStream, type TestStream } from '#proofs/support/event-stream.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { addClient, sessionRow } from '#proofs/support/rows.ts';
import { openTestNodes, type TestNodes } from '#proofs/support/test-nodes.ts';
import type { TestPractitioner } from '#proofs/support/test-server.ts';

async function eventually(check: () => boolean, what: string): Promise<void> {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await sleep(5)) {
    if (check()) return;
  }
  assert.fail(what);
}

/** Returns the record events of a stream. */
function told(stream: TestStream): { action: string; record: Record<string, unknown> }[] {
  return Array.from(stream.text().matchAll(/^data:(\{"record".*)$/gm), ([, json = '']) => JSON.parse(json));
}

onEngine('postgres', 'only here there are several nodes', () => {
  let nodes: TestNodes;
  before(async () => {
    nodes = await openTestNodes(2);
  });
  after(() => nodes.dispose());

  /** Opens a stream at one node and subscribes at another. */
  const listen = async (
    { pb }: TestPractitioner,
    subscriptions: string[],
    { at, by = at }: { at: number; by?: number },
  ): Promise<TestStream> => {
    const stream = await openStream(nodes.urls[at] ?? '');
    assert.equal(await subscribe(stream, pb.authStore.token, subscriptions, by), 204);
    return stream;
  };
  const subscribe = async (stream: TestStream, token: string, subscriptions: string[], by: number): Promise<number> => {
    const response = await fetch(`${nodes.urls[by] ?? ''}/api/realtime`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: token }) },
      body: JSON.stringify({ clientId: stream.clientId, subscriptions }),
    });
    await response.body?.cancel();
    return response.status;
  };

  test('API-05 what is written at one node is told at another: the record, also of a delete, to its owner alone', async () => {
    const [anna, boris] = [await nodes.at(0).practitioner(), await nodes.at(0).practitioner()];
    const here = await nodes.at(1).signIn(anna);
    const all = await listen(here, ['clients/*'], { at: 1 });
    const query = encodeURIComponent(JSON.stringify({ query: { filter: "name ~ 'ольга'", fields: 'name' } }));
    const some = await listen(here, [`clients/*?options=${query}`], { at: 1 });
    const foreign = await listen(boris, ['clients/*'], { at: 1 });
    const clients = anna.pb.collection('clients');
    const record = await clients.create({ name: 'Мария', phone: '+7 916 204-18-35' });
    await eventually(() => told(all).length === 1, 'the create is told');
    const renamed = await clients.update(record.id, { name: 'Ольга' });
    await eventually(() => told(all).length === 2, 'the update is told');
    await clients.delete(record.id);
    await eventually(
      () => told(all).length === 3 && told(some).length === 2,
      'the delete is told, to a filter as well',
    );
    assert.deepEqual(told(all), [
      { action: 'create', record: { ...record } },
      { action: 'update', record: { ...renamed } },
      { action: 'delete', record: { ...renamed } },
    ]);
    assert.deepEqual(told(some), [
      { action: 'update', record: { name: 'Ольга' } },
      { action: 'delete', record: { name: 'Ольга' } },
    ]);
    assert.deepEqual(told(foreign), []);
    await Promise.all([all, some, foreign].map((stream) => stream.close()));
  });

  test('API-05 a client’s seven hundred sessions that go with it are told, each with its record', async () => {
    const anna = await nodes.at(0).practitioner();
    const client = await addClient(nodes.context.db, anna.owner);
    const rows = Array.from({ length: 700 }, () => sessionRow(anna.owner, client.id));
    await nodes.context.db.write(({ trx }) => trx.insertInto('sessions').values(rows).execute());
    const stream = await listen(anna, ['sessions/*?options=%7B%22query%22%3A%7B%22fields%22%3A%22id%22%7D%7D'], {
      at: 1,
    });
    await anna.pb.collection('clients').delete(client.id);
    await eventually(() => told(stream).length === 700, 'every session is told');
    assert.equal(new Set(told(stream).map(({ record }) => record['id'])).size, 700);
    await stream.close();
  });

  test('API-01 topics may be asked for at another node than the one that holds the stream', async () => {
    const [anna, boris] = [await nodes.at(0).practitioner(), await nodes.at(0).practitioner()];
    const stream = await listen(anna, ['clients/*'], { at: 0, by: 1 });
    const { token } = anna.pb.authStore;
    await addClientBy(anna);
    await eventually(() => told(stream).length === 1, 'its topics hold');
    assert.equal(await subscribe(stream, token, [], 1), 204);
    await addClientBy(anna);
    assert.equal(await subscribe(stream, token, ['clients/*'], 1), 204);
    await addClientBy(anna);
    await eventually(() => told(stream).length === 2, 'each call replaces the topics before');
    assert.equal(await subscribe(stream, boris.pb.authStore.token, ['clients/*'], 1), 403);
    assert.equal(await subscribe(stream, '', ['clients/*'], 1), 403);
    const began = performance.now();
    assert.equal(await subscribe({ ...stream, clientId: 'x'.repeat(40) }, token, ['clients/*'], 1), 404);
    assert.equal(await subscribe({ ...stream, clientId: 'x' }, token, ['clients/*'], 1), 404);
    assert.ok(performance.now() - began < 5000, 'nobody waits for a node that is not there');
    await stream.close();
    const { rows } = await sql`select id from stream_calls`.execute(nodes.context.db.read);
    assert.deepEqual(rows, [], 'a call leaves nothing behind');
  });

  const addClientBy = ({ pb }: TestPractitioner) =>
    pb.collection('clients').create({ name: 'Мария', phone: `+7 916 ${Math.random().toFixed(7).slice(2)}` });

  test('AUTH-03 a sign-in that ends at one node ends its streams at another before what is written next', async () => {
    const anna = await nodes.at(0).practitioner();
    const phone = await nodes.at(1).signIn(anna);
    const [ended, kept] = [await listen(phone, ['clients/*'], { at: 1 }), await listen(anna, ['clients/*'], { at: 1 })];
    const { items } = await phone.pb.send<{ items: { id: string; current: boolean }[] }>('/api/sign-ins', {});
    await anna.pb.send(`/api/sign-ins/${items.find(({ current }) => current)?.id}`, { method: 'DELETE' });
    await addClientBy(anna);
    // The client is written behind the end, and published behind it: a stream that went on would have it.
    await ended.closed;
    await eventually(() => told(kept).length === 1, 'the other sign-in goes on');
    assert.deepEqual(told(ended), []);
    const token = anna.pb.authStore.token;
    await anna.pb.collection('users').delete(anna.owner, { body: { password: PASSWORD } });
    await kept.closed;
    assert.equal(await subscribe(kept, token, ['clients/*'], 1), 404);
  });

  test('API-05 after the line to the database broke every stream ends, so that its reader asks again', async () => {
    const anna = await nodes.at(0).practitioner();
    const streams = [await listen(anna, ['clients/*'], { at: 0 }), await listen(anna, ['clients/*'], { at: 1 })];
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kabinet line' and datname = current_database()
    `.execute(nodes.context.db.read);
    await Promise.all(streams.map(({ closed }) => closed));
    const again = await listen(anna, ['clients/*'], { at: 1, by: 0 });
    await addClientBy(anna);
    await eventually(() => told(again).length === 1, 'the new line tells');
    await again.close();
  });

  test('what was deleted is kept for a minute and goes with its account', async () => {
    const { db } = nodes.context;
    const [anna, boris] = [await nodes.at(0).practitioner(), await nodes.at(0).practitioner()];
    const kept = async () =>
      (await sql<{ user: string }>`select "user" from deleted_rows order by deleted`.execute(db.read)).rows.map(
        ({ user }) => user,
      );
    await db.write(({ trx }) => sql`delete from deleted_rows`.execute(trx));
    for (const { pb } of [anna, boris]) {
      const { id } = await pb.collection('clients').create({ name: 'Мария', phone: '+7 916 204-18-35' });
      await pb.collection('clients').delete(id);
    }
    await forgetDeleted(db);
    assert.deepEqual(await kept(), [anna.owner, boris.owner]);
    await boris.pb.collection('users').delete(boris.owner, { body: { password: PASSWORD } });
    await erased(nodes.context, boris.owner);
    assert.deepEqual(await kept(), [anna.owner]);
    await db.write(({ trx }) => sql`update deleted_rows set deleted = deleted - interval '2 minutes'`.execute(trx));
    await forgetDeleted(db);
    assert.deepEqual(await kept(), []);
  });
});
