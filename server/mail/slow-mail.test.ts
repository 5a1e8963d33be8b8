import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import PocketBase from 'pocketbase';
import { startFakeSmtp } from '#server/mail/testing/fake-smtp.ts';
import { startServer } from '#server/start-server.ts';
import { createTestData } from '#server/testing/engines.ts';

test('AUTH-01 a mail server that keeps silent holds up no registration', async () => {
  await using data = await createTestData('sqlite');
  await using smtp = await startFakeSmtp('silent');
  const server = await startServer({ ...data.config, smtpUrl: smtp.url }, join(tmpdir(), 'no-web'));
  try {
    const users = new PocketBase(server.url).autoCancellation(false).collection('users');
    const form = { password: 'correct horse', passwordConfirm: 'correct horse' };
    // The first one compiles what the others run.
    for (const [index, limit] of [5000, 500, 500].entries()) {
      const before = performance.now();
      await users.create({ ...form, email: `${index}@example.org` });
      assert.ok(performance.now() - before < limit);
    }
    const letters = await server.context.db.read.selectFrom('outbox').select('state').execute();
    assert.equal(letters.length, 3);
    assert.ok(letters.every(({ state }) => state === 'due' || state === 'sending'));
  } finally {
    await server.stop();
  }
});
