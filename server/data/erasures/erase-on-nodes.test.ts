import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openStream, type TestStream } from '#proofs/support/event-stream.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { wholeDatabase } from '#proofs/support/erasures/plant-person.ts';
import { openTestNodes } from '#proofs/support/test-nodes.ts';

const CANARY = 'kanarnodes';
const PATIENCE_MS = 30_000;

onEngine('postgres', 'only here there are several nodes', () => {
  test('OWN-05 another node hears of an erasure, and neither its events nor what nodes keep have a word of the person', async () => {
    const nodes = await openTestNodes(2);
    try {
      const { pb } = await nodes.at(0).practitioner();
      const { db } = nodes.context;
      const client = await pb.collection('clients').create({ name: CANARY, phone: '+7 900 111-22-33' });
      const session = (date: string) => pb.collection('sessions').create({ client: client.id, date, news: CANARY });
      const [past, gone] = [await session('2020-11-02 07:00:00Z'), await session('2030-11-02 07:00:00Z')];
      await session('2030-11-03 07:00:00Z');
      const listen = async () => {
        const opened = await openStream(nodes.urls[1] ?? '');
        await fetch(`${nodes.urls[1]}/api/realtime`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: pb.authStore.token },
          body: JSON.stringify({
            clientId: opened.clientId,
            subscriptions: ['clients/*', 'sessions/*', 'erasures/*'],
          }),
        });
        return opened;
      };
      const until = async (stream: TestStream, text: string) => {
        const end = performance.now() + PATIENCE_MS;
        for (; !stream.text().includes(text); await pause(10)) assert.ok(performance.now() < end, text);
        await stream.close();
      };
      const before = await listen();
      // Deleted a moment before: nodes keep it for a minute.
      await pb.collection('sessions').delete(gone.id);
      // The other node has published it, so that no later stream gets it.
      await until(before, '"action":"delete"');
      assert.match(await wholeDatabase(db), new RegExp(CANARY));
      const stream = await listen();
      await pb.send(`/api/clients/${client.id}/erase`, { method: 'POST', body: { reason: 'other' } });
      await until(stream, '"pbc_erasures"');
      const told = Array.from(stream.text().matchAll(/^data:(\{"record".*)$/gm), ([, json = '']) => JSON.parse(json));
      assert.deepEqual(
        told.map(({ action, record }) => `${action} ${record.collectionName}`),
        ['update sessions', 'delete sessions', 'delete clients', 'create erasures'],
      );
      assert.deepEqual(
        [told[0].record.id, told[0].record.client, told[2].record.id, told[2].record.name],
        [past.id, '', client.id, ''],
      );
      assert.doesNotMatch(stream.text(), new RegExp(CANARY));
      assert.doesNotMatch(await wholeDatabase(db), new RegExp(CANARY));
    } finally {
      await nodes.dispose();
    }
  });
});
