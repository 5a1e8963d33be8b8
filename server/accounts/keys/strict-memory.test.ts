import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { mock, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { readClaims } from '#server/accounts/tokens/tokens.ts';
import { newScope } from '#server/ground/db/strict-keys.ts';
import { Hub } from '#server/records/realtime/hub.ts';
import { readTopics } from '#server/records/realtime/topic.ts';
import { collections } from '#server/collections.ts';
import { startServer } from '#server/start-server.ts';
import { followRecords } from '#proofs/support/followed-records.ts';
import { createTestData, onEngine } from '#proofs/support/engines.ts';
import { locksmith, turnOnStrict } from '#proofs/support/strict.ts';
import { callersOf, CHEAP_PASSWORDS, onServerWith, UNLIMITED } from '#proofs/support/test-server.ts';

// What a process keeps in memory that would open texts, and when it forgets it.

const note = { title: 'тема', content: 'о чём писать', date: '2030-01-01 09:00:00.000Z' };

const STREAMS = {
  streams: 9,
  streamsPerAccount: 9,
  streamsPerAddress: 9,
  topicsPerAccount: 9,
  heartbeatMs: 60_000,
  livingSignIns: async (ids: readonly string[]) => new Set(ids),
};

async function becomes(what: string, isSo: () => boolean): Promise<void> {
  for (let patience = 4000; !isSo(); patience -= 1) {
    assert.ok(patience > 0, what);
    await sleep(10);
  }
}

onServerWith({ replace: { limits: UNLIMITED } }, (server) => {
  test('SEAL-04 a stream that closes while an event is opened for it keeps no key behind it', async () => {
    const { pb, owner } = await locksmith(server);
    const { id } = await pb.collection('blog_posts').create(note);
    await turnOnStrict(pb);
    await followRecords(server.context)();
    const hub = new Hub({ ...server.context, collections }, STREAMS);
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    let sent = '';
    mock.method(response, 'write', (chunk: string) => {
      sent += chunk;
      return true;
    });
    hub.open(() => response, '203.0.113.1');
    const stream = /"clientId":"(\w+)"/.exec(sent)?.[1] ?? '';
    const claims = readClaims(pb.authStore.token);
    const signIn = claims?.jti ?? '';
    let closed = 0;
    const part = (): string | null => {
      // In the middle of opening: its end has forgotten everything by then.
      closed += 1;
      response.emit('close');
      return claims?.key ?? null;
    };
    const keys = newScope({ owner, signIn, strict: true, part });
    const from = { address: '203.0.113.1', device: 'test' };
    const actor = { kind: 'user', owner, signIn, expiresAt: Infinity, from } as const;
    const topics = readTopics(['blog_posts/*'], { ...server.context, collections }, []);
    await hub.subscribe(hub.find(stream, from.address, actor), actor, topics, keys);
    await pb.collection('blog_posts').update(id, { content: 'открыто для события' });
    await becomes('the event is sent', () => sent.includes('открыто для события'));
    await setImmediate();
    assert.deepEqual([closed, keys.own, keys.opened.size], [1, 'locked', 0]);
    hub.close();
  });
});

onEngine('postgres', 'only here there are several nodes', () => {
  test('SEAL-04 a node forgets the key that it opened of a practitioner who turned the mode on at another node', async () => {
    await using data = await createTestData('postgres');
    const config = { ...data.config, passwordCost: CHEAP_PASSWORDS };
    const [one, two] = [
      await startServer(config, 'no-web', { limits: UNLIMITED }),
      await startServer(config, 'no-web', { limits: UNLIMITED }),
    ];
    try {
      const { pb, owner } = await locksmith({ context: one.context, ...callersOf([one.url], one.context) });
      const { id } = await pb.collection('blog_posts').create(note);
      const there = callersOf([two.url], two.context).visitor();
      there.authStore.save(pb.authStore.token, pb.authStore.record);
      await there.collection('blog_posts').getOne(id);
      const { keys } = two.context.db;
      assert.ok(keys.users().includes(owner));
      await turnOnStrict(pb);
      two.context.events.wake('sealing');
      await becomes('the key is forgotten', () => !keys.users().includes(owner));
    } finally {
      await Promise.all([one.stop(), two.stop()]);
    }
  });
});
