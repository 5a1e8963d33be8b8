import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { compressLarge } from '#server/ground/http/gzip.ts';

test('a response is compressed where that pays and holds up no one, and keeps what else it varies by', async () => {
  const app = Fastify();
  app.get<{ Params: { bytes: string } }>('/:bytes', { onSend: compressLarge }, async ({ params }, reply) => {
    reply.header('vary', 'Origin');
    return Buffer.alloc(Number(params.bytes), 'a');
  });
  const ask = async (bytes: number, accepted: string) => {
    const { headers } = await app.inject({ url: `/${bytes}`, headers: { 'accept-encoding': accepted } });
    assert.equal(headers['vary'], 'Origin, accept-encoding');
    return headers['content-encoding'];
  };
  assert.equal(await ask(1000, 'gzip'), undefined);
  assert.equal(await ask(100_000, 'br, gzip'), 'gzip');
  assert.equal(await ask(100_000, 'gzip;q=0'), undefined);
  assert.equal(await ask(2_000_000, 'gzip'), undefined);
  await app.close();
});
