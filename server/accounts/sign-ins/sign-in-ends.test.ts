import assert from 'node:assert/strict';
import { test } from 'node:test';
import type PocketBase from 'pocketbase';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { onEmptiedServer } from '#proofs/support/emptied-server.ts';
import { forgetUnusedSignIns, livingSignIns } from '#server/accounts/sign-ins/sign-ins.ts';
import { refusalOf, type TestServer } from '#proofs/support/test-server.ts';

async function signedIn(server: TestServer): Promise<PocketBase> {
  const pb = server.visitor();
  await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
  return pb;
}

function later(server: TestServer, minutes: number): void {
  server.clock.now = server.clock.now.add({ minutes });
}

/** Uses the sign-in and waits until the use is stored, which happens after the response. */
async function use(server: TestServer, pb: PocketBase): Promise<void> {
  await pb.send('/api/sign-ins', {});
  const stamp = server.clock.now.toString().slice(0, 16).replace('T', ' ');
  for (let patience = 5000; patience > 0; patience -= 1) {
    const [row] = await server.context.db.read.selectFrom('sign_ins').select('last_seen').execute();
    if (row?.last_seen.startsWith(stamp)) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('the use of a sign-in was not noted');
}

async function ids(server: TestServer): Promise<string[]> {
  return (await server.context.db.read.selectFrom('sign_ins').select('id').execute()).map(({ id }) => id);
}

onEmptiedServer((server) => {
  test('AUTH-13 a sign-in ends 90 days after it began, whatever is refreshed', async () => {
    await addAccount(server.context);
    const pb = await signedIn(server);
    for (let day = 6; day < 90; day += 6) {
      later(server, 6 * 24 * 60);
      await pb.collection('users').authRefresh();
    }
    later(server, 6 * 24 * 60 - 1);
    await pb.collection('users').authRefresh();
    assert.equal((await livingSignIns(server.context, await ids(server))).size, 1);
    later(server, 1);
    assert.equal((await refusalOf(pb.collection('users').authRefresh())).status, 401);
    assert.equal((await pb.collection('users').getList()).items.length, 0);
    assert.equal((await livingSignIns(server.context, await ids(server))).size, 0, 'its streams end');
    await forgetUnusedSignIns(server.context);
    assert.deepEqual(await ids(server), []);
  });

  test('AUTH-13 by choice a sign-in ends after half an hour without use, and use keeps it', async () => {
    const owner = await addAccount(server.context);
    const pb = await signedIn(server);
    await pb.collection('users').update(owner, { idleSignOut: true });
    for (let hour = 0; hour < 3; hour += 1) {
      later(server, 30);
      await use(server, pb);
    }
    later(server, 32);
    assert.equal((await livingSignIns(server.context, await ids(server))).size, 0, 'its streams end');
    assert.equal((await refusalOf(pb.collection('users').authRefresh())).status, 401);
    await forgetUnusedSignIns(server.context);
    assert.deepEqual(await ids(server), []);
  });

  test('AUTH-13 what a browser sends by itself is no use: its stream and its refreshing', async () => {
    const owner = await addAccount(server.context);
    const pb = await signedIn(server);
    await pb.collection('users').update(owner, { idleSignOut: true });
    for (let at = 0; at < 3; at += 1) {
      later(server, 10);
      await pb.collection('users').authRefresh();
      await pb.send('/api/realtime', { method: 'POST', body: { clientId: 'x', subscriptions: [] } }).catch(() => null);
    }
    later(server, 2);
    assert.equal((await refusalOf(pb.collection('users').authRefresh())).status, 401);
  });

  test('AUTH-13 without the choice half an hour ends nothing', async () => {
    await addAccount(server.context);
    const pb = await signedIn(server);
    later(server, 24 * 60);
    await pb.collection('users').authRefresh();
  });
});
