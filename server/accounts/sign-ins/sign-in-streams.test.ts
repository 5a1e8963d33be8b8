import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { livingSignIns } from '#server/accounts/sign-ins/sign-ins.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { openTestServer, type TestServer } from '#proofs/support/test-server.ts';

/** Returns an open stream and its client id, which sets its subscriptions. */
async function openStream(server: TestServer) {
  const response = await fetch(`${server.url}/api/realtime`);
  assert.ok(response.body);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await reader.read();
  const clientId = /"clientId":"([a-z0-9]+)"/.exec(value ?? '')?.[1] ?? '';
  return { clientId, close: () => reader.cancel().catch(() => undefined) };
}

forEachEngine((engine) => {
  test('AUTH-03 a sign-in that ends while the body of a subscription arrives gets no stream', async () => {
    await using server = await openTestServer(engine);
    const { pb, owner } = await server.practitioner();
    const stream = await openStream(server);
    const subscribe = async (meanwhile: () => Promise<unknown>): Promise<number> => {
      const body = JSON.stringify({ clientId: stream.clientId, subscriptions: ['clients/*'] });
      const headers = { 'content-type': 'application/json', authorization: pb.authStore.token };
      const call = request(`${server.direct}/api/realtime`, { method: 'POST', headers });
      const answer = new Promise<number>((resolve, reject) => {
        call.on('error', reject).on('response', (response) => resolve(response.resume().statusCode ?? 0));
      });
      const arrived = once(server.app.server, 'request');
      call.write(body.slice(0, 10));
      const [raw] = (await arrived) as [IncomingMessage];
      // The sign-in is checked before the body is read.
      while (raw.listenerCount('data') === 0) await sleep(1);
      await meanwhile();
      call.end(body.slice(10));
      return answer;
    };
    assert.equal(await subscribe(async () => undefined), 204);
    const end = () =>
      server.context.db.write(({ trx }) => trx.deleteFrom('sign_ins').where('user', '=', owner).execute());
    assert.equal(await subscribe(end), 404);
    await stream.close();
  });

  test('AUTH-03 the sign-ins of all streams are looked up in one query', async () => {
    await using server = await openTestServer(engine);
    const { owner } = await server.practitioner();
    const rows = await server.context.db.read.selectFrom('sign_ins').select('id').where('user', '=', owner).execute();
    const ids = rows.map(({ id }) => id);
    assert.deepEqual(await livingSignIns(server.context, [...ids, 'a'.repeat(15)]), new Set(ids));
    assert.deepEqual(await livingSignIns(server.context, []), new Set());
  });
});
