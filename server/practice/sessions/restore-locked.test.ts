import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf, locksmith, NEW_PASSWORD, post, resetPassword, turnOnStrict } from '#proofs/support/strict.ts';
import { onServerWith, UNLIMITED } from '#proofs/support/test-server.ts';

onServerWith({ replace: { limits: UNLIMITED } }, (server) => {
  test('SESSION-17 SEAL-04 texts that are locked come back with their session, and open with the code', async () => {
    const { pb, email } = await locksmith(server);
    const client = await pb.collection('clients').create({ name: 'Мария', phone: '+7 916 204-18-35' });
    const texts = { description: 'Первая', thoughts: 'Злость', news: 'Переезд' };
    const date = '2026-12-01 07:00:00.000Z';
    const { id } = await pb.collection('sessions').create({ client: client.id, date, ...texts });
    const code = await turnOnStrict(pb);
    await resetPassword(server, email);
    const locked = await deviceOf(server, email, NEW_PASSWORD);
    await locked.collection('sessions').delete(id);
    const kept = await server.context.db.read.selectFrom('removed_sessions').select('kept').execute();
    assert.deepEqual(
      kept.map((row) => Object.values(texts).filter((text) => row.kept.includes(text))),
      [[]],
    );
    const back = await locked.send(`/api/sessions/${id}/restore`, { method: 'POST', body: {} });
    assert.deepEqual([back.id, back.date, back.thoughts], [id, date, undefined]);
    await post(locked, 'unlock', { password: NEW_PASSWORD, code });
    const { description, thoughts, news } = await locked.collection('sessions').getOne(id);
    assert.deepEqual({ description, thoughts, news }, texts);
  });
});
