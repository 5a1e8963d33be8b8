import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { after, before, mock, test } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { Hub } from '#server/records/realtime/hub.ts';
import { type RecordApp, startRecordApp } from '#proofs/support/records/record-app.ts';

const PLACES = 6;
let server: RecordApp;
before(async () => {
  server = await startRecordApp('sqlite');
});
after(() => server.dispose());

function openHub() {
  const hub = new Hub(server.context, {
    streams: PLACES,
    streamsPerAccount: 30,
    streamsPerAddress: 300,
    topicsPerAccount: 500,
    heartbeatMs: 60_000,
    livingSignIns: async (ids) => new Set(ids),
  });
  let accounts = 0;
  /** A stream of an account of its own; whether it is still open. */
  const signedIn = async (address: string, from = address): Promise<() => boolean> => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    let text = '';
    mock.method(response, 'write', (chunk: string) => {
      text += chunk;
      return true;
    });
    hub.open(() => response, address);
    const id = /"clientId":"(\w+)"/.exec(text)?.[1] ?? '';
    accounts += 1;
    const origin = { address: from, device: 'test' };
    const owner = ownerId(`${accounts}`);
    const actor = { kind: 'user', owner, signIn: '', expiresAt: Infinity, from: origin } as const;
    await hub.subscribe(hub.find(id, from, actor), actor, []);
    return () => !response.destroyed;
  };
  return { hub, signedIn };
}

for (const [what, crowd] of [
  ['IPv4 network', (at: number) => `198.51.100.${at}`],
  ['IPv6 network', (at: number) => `2001:db8:1:${at}::1`],
] as const) {
  test(`API-04 where all places are taken the oldest stream of the ${what} with the most makes room`, async () => {
    const { hub, signedIn } = openHub();
    const honest = await signedIn('203.0.113.1');
    const crowded = [];
    for (let at = 1; at < PLACES; at += 1) crowded.push(await signedIn(crowd(at)));
    const late = await signedIn('192.0.2.1');
    assert.deepEqual([honest(), late(), ...crowded.map((open) => open())], [true, true, false, true, true, true, true]);
    await assert.rejects(signedIn(crowd(9)), (error) => error instanceof AppError && error.status === 503);
    hub.close();
  });
}

test('API-04 where no network has more streams than another a new one is refused', async () => {
  const { hub, signedIn } = openHub();
  const streams = [];
  for (let at = 1; at <= PLACES; at += 1) streams.push(await signedIn(`203.0.${at}.1`));
  await assert.rejects(signedIn('192.0.2.1'), (error) => error instanceof AppError && error.status === 503);
  assert.ok(streams.every((open) => open()));
  hub.close();
});

test('API-03 a stream gets its topics from the address that opened it and no other', async () => {
  const { hub, signedIn } = openHub();
  await assert.rejects(
    signedIn('203.0.113.1', '203.0.113.2'),
    (error) => error instanceof AppError && error.status === 400,
  );
  assert.ok((await signedIn('203.0.113.1', '203.0.113.1'))());
  hub.close();
});
