import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningServer, startServer } from '#server/start-server.ts';
import { createTestData } from '#proofs/support/engines.ts';
import { openTestServer } from '#proofs/support/test-server.ts';

const UNDER_WAY = [
  'POST /api/batch HTTP/1.1',
  'Host: kabinet',
  'Content-Type: application/json',
  'Content-Length: 2',
  '\r\n{',
].join('\r\n');

/** The last response on a connection whose next request comes while the server stops. */
const NEXT: Readonly<Record<string, RegExp>> = {
  '/api/health': /^200 .*connection: close.*"API is healthy\."/is,
  '/api/nowhere': /^404 .*connection: close.*\{"status":404,"message":"[^"]+","data":\{\}\}$/is,
  '/api/realtime': /^503 .*retry-after: \d+\r\n.*\{"status":503,"message":"[^"]+","data":\{\}\}$/is,
};

async function startAlone(): Promise<RunningServer & AsyncDisposable> {
  const data = await createTestData('sqlite');
  const server = await startServer(data.config, 'no-web');
  const dispose = (): Promise<void> => server.stop().then(() => data.dispose());
  return { ...server, [Symbol.asyncDispose]: dispose };
}

test('a server that is to stop fails its health for a while and serves the rest, where a proxy asks for it', async () => {
  await using server = await startAlone();
  assert.equal((await fetch(`${server.url}/api/health`)).status, 200);
  const began = performance.now();
  const left = server.leave(200).then(() => performance.now() - began);
  const health = await fetch(`${server.url}/api/health`);
  assert.deepEqual(
    [health.status, health.headers.get('retry-after'), await health.json()],
    [503, '2', { status: 503, message: 'The server is about to stop.', data: {} }],
  );
  assert.equal((await fetch(`${server.url}/api/nowhere`)).status, 404);
  assert.ok((await left) >= 190);
});

test('a server whose health no proxy asks for leaves at once', async () => {
  await using server = await startAlone();
  await server.leave(60_000);
});

test('a server that stops goes on with the requests of its connections, and sends streams elsewhere', async () => {
  await using server = await openTestServer('sqlite');
  const lines: Socket[] = [];
  for (let at = 0; at < Object.keys(NEXT).length; at += 1) {
    const line = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(line, 'connect');
    const seen = once(server.app.server, 'request');
    line.write(UNDER_WAY);
    await seen;
    lines.push(line);
  }
  const stopped = server.app.close();
  while (server.app.server.listening) await sleep(1);
  const answers = await Promise.all(
    Object.keys(NEXT).map(async (path, at) => {
      const line = lines[at];
      assert.ok(line);
      line.end(`}GET ${path} HTTP/1.1\r\nHost: kabinet\r\n\r\n`);
      return (await text(line)).split('HTTP/1.1 ').at(-1);
    }),
  );
  await stopped;
  for (const [at, expected] of Object.values(NEXT).entries()) assert.match(answers[at] ?? '', expected);
});
