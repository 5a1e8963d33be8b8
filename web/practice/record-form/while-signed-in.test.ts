import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { SignInEnded, whileSignedIn } from '#web/practice/record-form/while-signed-in.ts';

test('AUTH-06 a save sends nothing more, and shows nothing, once its account is signed out', async () => {
  let account = 'anna';
  const calls: string[] = [];
  const signOutDuring = (call: string) => async () => {
    calls.push(call);
    account = '';
    return {};
  };
  const rules = whileSignedIn(
    {
      schema: z.object({}),
      start: {},
      formOf: () => ({}),
      create: signOutDuring('create'),
      change: signOutDuring('change'),
      source: { read: signOutDuring('read'), seed: () => undefined },
    },
    () => account,
  );
  const requests = [
    () => rules.create?.({ id: '', again: false }, {}) ?? assert.fail(),
    () => rules.source.read(),
    () => rules.change({}, {}, {}),
  ];
  for (const request of requests) {
    account = 'anna';
    await assert.rejects(request(), SignInEnded, 'its response is dropped');
    await assert.rejects(request(), SignInEnded);
    account = 'boris';
    await assert.rejects(request(), SignInEnded, 'another account is not written to');
  }
  assert.deepEqual(calls, ['create', 'read', 'change']);
});
