import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from '#proofs/support/ask.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { plantPractice, tokenOf } from '#proofs/support/planted-practice.ts';
import { openTestServer } from '#proofs/support/test-server.ts';

forEachEngine((engine) => {
  test('the key of drafts is one for an account, kept by no cache, and given to a living sign-in alone', async () => {
    await using server = await openTestServer(engine);
    const { app, context } = server;
    const [anna, boris] = [await plantPractice(context.db, 'anna'), await plantPractice(context.db, 'boris')];
    const [first, second] = [await tokenOf(context, anna), await tokenOf(context, anna, 1)];
    const askKey = (token: string) => ask(app, { method: 'GET', url: '/api/draft-key', token });
    const keyFor = async (token: string): Promise<string> => {
      const { status, headers, body } = await askKey(token);
      assert.deepEqual([status, headers['cache-control']], [200, 'no-store']);
      const { key }: { key: string } = JSON.parse(body);
      return key;
    };

    const key = await keyFor(first);
    assert.equal(Buffer.from(key, 'base64').length, 32);
    assert.equal(await keyFor(second), key);
    assert.notEqual(await keyFor(await tokenOf(context, boris)), key);

    const ended = await ask(app, { method: 'DELETE', url: `/api/sign-ins/${anna.signIns[0]}`, token: first });
    assert.equal(ended.status, 204);
    for (const token of [first, 'no token']) {
      const { status, body } = await askKey(token);
      assert.deepEqual([status, body.includes(key)], [401, false]);
    }
    // Signing in again makes earlier drafts readable.
    assert.equal(await keyFor(second), key);
  });
});
