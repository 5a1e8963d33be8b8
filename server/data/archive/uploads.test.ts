import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { Spool } from '#server/data/archive/spool.ts';
import { Uploads } from '#server/data/archive/uploads.ts';

const HOUR = 3_600_000;

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-test-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** A server that answers nothing; `open` begins an upload of ten bytes with the first five. */
async function uploadsOn(t: TestContext) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const open = async (): Promise<{ socket: Socket; stream: IncomingMessage }> => {
    const arrived = once(server, 'request') as Promise<[IncomingMessage]>;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n12345');
    const [stream] = await arrived;
    return { socket, stream };
  };
  return open;
}

async function statusOf(received: Promise<Spool>): Promise<number> {
  try {
    await using spool = await received;
    return spool.size;
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.status;
  }
}

test('OWN-02 an account has one upload at a time, others theirs, and the next begins when it has ended', async (t) => {
  const open = await uploadsOn(t);
  const uploads = new Uploads(await folderFor(t), { seemsBrokenMs: HOUR, patienceMs: 1 });
  const [first, second, other, third] = [await open(), await open(), await open(), await open()];
  const running = statusOf(uploads.receive('elena', first.stream));
  await assert.rejects(uploads.receive('elena', second.stream), { status: 409, message: /Предыдущий файл/ });
  const beside = statusOf(uploads.receive('anna', other.stream));
  first.socket.write('67890');
  other.socket.write('67890');
  assert.deepEqual(await Promise.all([running, beside]), [10, 10]);
  third.socket.write('67890');
  assert.equal(await statusOf(uploads.receive('elena', third.stream)), 10);
});

test('OWN-02 who stops an upload, or lost its connection, sends the file again at once', async (t) => {
  const open = await uploadsOn(t);
  const folder = await folderFor(t);
  const patient = new Uploads(folder, { seemsBrokenMs: HOUR, patienceMs: HOUR });
  const [stopped, again] = [await open(), await open()];
  const before = statusOf(patient.receive('elena', stopped.stream));
  const after = statusOf(patient.receive('elena', again.stream));
  stopped.socket.destroy();
  again.socket.write('67890');
  assert.deepEqual(await Promise.all([before, after]), [400, 10]);
  // A lost connection says nothing, also not that it is over.
  const strict = new Uploads(folder, { seemsBrokenMs: 0, patienceMs: 1 });
  const [lost, anew] = [await open(), await open()];
  // Nothing but the next upload ends this one.
  const pace = { silentMs: HOUR, windowMs: HOUR, bytesPerSecond: 0 };
  const broken = statusOf(strict.receive('elena', lost.stream, { pace }));
  const next = statusOf(strict.receive('elena', anew.stream));
  anew.socket.write('67890');
  assert.deepEqual(await Promise.all([broken, next]), [408, 10]);
});

test('OWN-02 all spools together leave at least as much of the disk as they take', async (t) => {
  const folder = await folderFor(t);
  const MB = 1024 * 1024;
  let left = 200 * MB;
  const piece = Buffer.alloc(8 * MB);
  const spools: Spool[] = [];
  try {
    let held = 0;
    await assert.rejects(
      async () => {
        for (let opened = 0; opened < 10; opened += 1) {
          const spool = await Spool.open(folder, async () => left);
          spools.push(spool);
          for (let of = 0; of < 3; of += 1) {
            await spool.append(piece);
            held += piece.length;
            left -= piece.length;
          }
        }
      },
      { status: 507 },
    );
    assert.ok(held > 80 * MB && held <= 100 * MB, String(held));
  } finally {
    for (const spool of spools) await spool[Symbol.asyncDispose]();
  }
  await using next = await Spool.open(folder);
  await next.append(piece);
});
