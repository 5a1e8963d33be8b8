import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { pino } from 'pino';
import { AppError } from '#domain/errors.ts';
import { answerClientError, withoutDeadline } from '#server/ground/http/client-error.ts';
import type { Pace } from '#server/data/archive/pace.ts';
import { receiveFile } from '#server/data/archive/receive-file.ts';

const ENDLESS: Pace = { silentMs: 60_000, windowMs: 60_000, bytesPerSecond: 0 };

/** Sends bytes of an announced length and returns what is received: its size, or a status. */
async function sent(bytes: Buffer, announced: number, pace: Pace, end = false): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-test-'));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${announced}\r\n\r\n`);
  socket.write(bytes);
  try {
    const [stream] = await arrived;
    if (end) socket.destroy();
    await using spool = await receiveFile(stream, folder, { pace });
    assert.deepEqual(await readdir(folder), []);
    assert.ok(Buffer.concat(await Array.fromAsync(spool.read())).equals(bytes));
    return spool.size;
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.deepEqual(await readdir(folder), []);
    return error.status;
  } finally {
    socket.destroy();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
}

test('OWN-02 a file arrives whole, in a spool without a name', async () => {
  const bytes = Buffer.alloc(3_000_000, 'ё');
  assert.equal(await sent(bytes, bytes.length, ENDLESS), bytes.length);
});

test('OWN-02 a sender who is silent or too slow gets a 408, one who leaves a 400, and a file too large a 413', async () => {
  const some = Buffer.alloc(1000);
  assert.equal(await sent(some, 2000, { ...ENDLESS, silentMs: 20 }), 408);
  assert.equal(await sent(some, 2000, { ...ENDLESS, windowMs: 20, bytesPerSecond: 1e9 }), 408);
  assert.equal(await sent(some, 2000, ENDLESS, true), 400);
  assert.equal(await sent(some, 1024 ** 3 + 1, ENDLESS), 413);
});

test('OWN-02 the limit for a whole request leaves a connection alone while a file arrives on it, and not after', () => {
  const log = pino({ level: 'silent' });
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  const socket = new Socket().on('error', () => undefined);
  const ended = mock.method(socket, 'destroySoon');
  const hurry = withoutDeadline(socket);
  answerClientError(log, {}, late, socket);
  assert.equal(ended.mock.callCount(), 0);
  withoutDeadline(socket);
  hurry();
  answerClientError(log, {}, late, socket);
  assert.equal(ended.mock.callCount(), 1);
});
