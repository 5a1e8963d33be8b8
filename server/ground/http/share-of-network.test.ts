import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { boundNetworks } from '#server/ground/http/share-of-network.ts';

const MOST = 3;

interface Site extends AsyncDisposable {
  /** Waits until so many requests have arrived. */
  seen: (count: number) => Promise<void>;
  /** Opens a connection; with an address, also sends an incomplete request forwarded for it. */
  open: (forwarded?: string) => Socket;
}

async function openSite(behindProxies: boolean, isExempt = () => false): Promise<Site> {
  const app = Fastify({ trustProxy: behindProxies ? ['127.0.0.1'] : false });
  boundNetworks(app, { behindProxies, most: MOST, isExempt });
  app.post('/', () => 'done');
  const requests: unknown[] = [];
  app.server.on('request', (request) => requests.push(request));
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const sockets: Socket[] = [];
  return {
    async seen(count) {
      while (requests.length < count) await setImmediate();
    },
    open(forwarded) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket.setEncoding('utf8'));
      if (forwarded !== undefined) {
        socket.write(
          `POST / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${forwarded}\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n1`,
        );
      }
      return socket;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await app.close();
    },
  };
}

/** The status of the response. */
async function statusOf(socket: Socket): Promise<string | undefined> {
  const [text]: string[] = await once(socket, 'data');
  return /^HTTP\/1\.1 (\d+)/.exec(text ?? '')?.[1];
}

async function becomesFree(site: Site, forwarded: string): Promise<void> {
  for (;;) {
    const socket = site.open(forwarded);
    socket.write('2');
    const status = await Promise.race([statusOf(socket), once(socket, 'close')]).catch(() => undefined);
    socket.destroy();
    if (status === '200') return;
    await setImmediate();
  }
}

test('PUBLIC-06 of one network’s connections one too many is closed at once, until another one ends', async () => {
  await using site = await openSite(false);
  const kept = Array.from({ length: MOST }, () => site.open());
  await Promise.all(kept.map((socket) => once(socket, 'connect')));
  await once(site.open(), 'close');
  assert.ok(kept.every((socket) => !socket.destroyed));
  kept[0]?.destroy();
  await becomesFree(site, '');
});

test('PUBLIC-06 connections from an address that stands for nobody in particular are not counted', async () => {
  await using site = await openSite(false, () => true);
  const kept = Array.from({ length: MOST * 2 }, () => site.open(''));
  for (const socket of kept) socket.write('2');
  assert.deepEqual(
    await Promise.all(kept.map(statusOf)),
    kept.map(() => '200'),
  );
});

test('PUBLIC-06 behind proxies the requests of a forwarded network count, whatever connections they come by', async () => {
  await using site = await openSite(true);
  const slow = Array.from({ length: MOST }, (_, at) => site.open(`2001:db8:0:7::${at}`));
  await site.seen(MOST);
  assert.equal(await statusOf(site.open('2001:db8:0:7::ffff')), '429');
  const other = site.open('2001:db8:0:8::1');
  other.write('2');
  assert.equal(await statusOf(other), '200');
  slow[0]?.destroy();
  await becomesFree(site, '2001:db8:0:7::9');
  for (const socket of slow.slice(1)) {
    socket.write('2');
    assert.equal(await statusOf(socket), '200');
  }
});
