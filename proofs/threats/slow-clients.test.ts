import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import { ask } from '#proofs/support/ask.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { openTestServer, type TestServer } from '#proofs/support/test-server.ts';
import { longTest } from '#proofs/support/long-form.ts';

const SECOND = 1000;
const MEBIBYTE = 1024 * 1024;
const USERS = '/api/collections/users/records';

interface Dribbled {
  answer: string;
  seconds: number;
}

/** Sends `begin`, then `more` at intervals, until the server closes the connection. */
async function dribble(url: string, begin: string, more: string): Promise<Dribbled> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const began = performance.now();
  socket.on('error', () => undefined).write(begin);
  const timer = setInterval(() => socket.write(more), 300);
  const answer = await allOf(socket);
  clearInterval(timer);
  return { answer, seconds: (performance.now() - began) / SECOND };
}

async function allOf(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  await new Promise((resolve) => socket.on('close', resolve));
  return text;
}

/**
 * Sends a head and then pieces of a body until the server closes the connection or all are sent; the connection stays
 * open after the response.
 */
async function upload(
  url: string,
  head: string[],
  piece: Buffer,
  pieces: number,
  type = 'application/json',
): Promise<{ status: string; sent: number; seconds: number }> {
  const began = performance.now();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const answer = allOf(socket.on('error', () => undefined));
  socket.write([`POST ${USERS} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, ...head, '', ''].join('\r\n'));
  let sent = 0;
  for (; sent < pieces && !socket.destroyed; sent += 1) {
    if (!socket.write(piece)) {
      await Promise.race([
        new Promise((resolve) => socket.once('drain', resolve)),
        new Promise((resolve) => socket.once('close', resolve)),
      ]);
    }
  }
  const status = /^HTTP\/1\.1 (\d+)/.exec(await answer)?.[1] ?? 'cut';
  return { status, sent, seconds: (performance.now() - began) / SECOND };
}

onEngine('sqlite', 'connections end before any data is asked for', () => {
  let server: TestServer;
  /** Slow headers, a slow body and silence, which end while the other tests run. */
  let slow: Promise<Dribbled[]>;
  before(async () => {
    server = await openTestServer('sqlite');
    const head = `POST ${USERS} HTTP/1.1\r\nHost: x\r\n`;
    slow = Promise.all([
      dribble(server.url, `${head}X-Slow: `, 'x'),
      dribble(server.url, `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`, ' '),
      dribble(server.url, head, ''),
    ]);
  });
  after(() => server.dispose());

  test('API-04 what is larger than allowed is refused without being read, announced or not', async () => {
    const piece = Buffer.alloc(64 * 1024, ' ');
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]);
    await using own = await openTestServer('sqlite');
    // Nothing but the refusal closes the connection in time.
    Object.assign(own.app.server, { requestTimeout: 300_000, timeout: 300_000 });
    const uploads = await Promise.all([
      ...Array.from({ length: 2 }, () => upload(own.url, ['Content-Length: 104857600'], piece, 1600)),
      ...Array.from({ length: 2 }, () => upload(own.url, ['Transfer-Encoding: chunked'], chunk, 1600)),
    ]);
    for (const { status, sent, seconds } of uploads) {
      assert.equal(status, '413');
      // A client that is still sending has a moment to read the response.
      assert.ok(seconds > 3.9 && seconds < 200, `the connection was closed after ${seconds} s`);
      // After the response only the system's own buffers are still sent.
      assert.ok(sent < 400, `${sent} pieces went out`);
    }
  });

  longTest('API-04 of what is no type of ours as little is taken', async () => {
    const piece = Buffer.alloc(64 * 1024, ' ');
    const head = ['Content-Length: 104857600'];
    const { status, sent } = await upload(server.url, head, piece, 1600, 'text/plain');
    assert.equal(status, '415');
    assert.ok(sent < 400, `${sent} pieces went out`);
  });

  test('API-04 a compressed body is refused, however small it is', async () => {
    const bomb = gzipSync(Buffer.alloc(MEBIBYTE * 10, ' '));
    for (const coding of ['gzip', 'br', 'deflate', 'gzip, gzip']) {
      const response = await fetch(server.url + USERS, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': coding },
        body: bomb,
      });
      assert.equal(response.status, 415, coding);
    }
  });

  test('API-04 connections are bounded, and so is the time in which nothing happens on one', () => {
    const { maxConnections, timeout, headersTimeout, requestTimeout } = server.app.server;
    assert.deepEqual([maxConnections, timeout, headersTimeout, requestTimeout], [10_000, 60_000, 5000, 10_000]);
  });

  test('PUBLIC-06 of one network a thousand requests are under way at a time, and no other waits for them', async () => {
    const body = new Readable({ read: () => undefined }).setMaxListeners(0);
    const headers = { 'x-forwarded-for': '198.51.100.7', 'content-type': 'application/json' };
    const held = Array.from({ length: 1000 }, () =>
      server.app.inject({ method: 'POST', url: USERS, headers, payload: body }).catch(() => undefined),
    );
    const health = (address: string) => ask(server.app, { method: 'GET', url: '/api/health', address });
    assert.equal((await health('198.51.100.7')).status, 429);
    assert.equal((await health('198.51.100.8')).status, 200);
    body.push('{}');
    body.push(null);
    await Promise.all(held);
    assert.equal((await health('198.51.100.7')).status, 200);
  });

  test(
    'API-04 slow headers end at 5 seconds, a slow body at 10, and nobody waits for longer',
    { timeout: 60_000 },
    async () => {
      const [header, body, silent] = await slow;
      assert.ok(header && body && silent);
      for (const { answer } of [header, body, silent]) assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
      const { message } = JSON.parse(body.answer.split('\r\n\r\n')[1] ?? '');
      assert.equal(message, 'The request took too long.');
      // Node checks these timeouts once a second; a busy machine can take longer.
      for (const { seconds } of [header, silent]) assert.ok(seconds >= 5 && seconds < 40, `${seconds} s`);
      assert.ok(body.seconds >= 10 && body.seconds < 40, `${body.seconds} s`);
    },
  );
});
