import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import PocketBase from 'pocketbase';
import { createOnce } from '#web/api/create-once.ts';

const creation = { id: 'abcdefghij12345', create: { user: 'anna', title: 'Вчера' }, update: { title: 'Вчера' } };
const there = { id: { code: 'validation_not_unique', message: 'Value must be unique.' } };

/** A server that answers every create in the given way; what it was asked for. */
async function serverThat(t: TestContext, status: number, data: object) {
  const asked: { call: string; body: unknown }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push({ call: `${request.method} ${request.url?.split('?')[0]}`, body: await json(request) });
    response.writeHead(request.method === 'POST' ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: creation.id, status, message: '', data }));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return { notes: new PocketBase(`http://127.0.0.1:${address.port}`).collection('blog_posts'), asked };
}

test('a create names its id', async (t) => {
  const { notes, asked } = await serverThat(t, 200, {});
  await createOnce(notes, creation);
  assert.deepEqual(asked, [
    { call: 'POST /api/collections/blog_posts/records', body: { id: creation.id, user: 'anna', title: 'Вчера' } },
  ]);
});

test('what was changed after an answer was lost is saved in the record that is there', async (t) => {
  const { notes, asked } = await serverThat(t, 400, there);
  await createOnce(notes, creation);
  assert.deepEqual(asked[1], {
    call: `PATCH /api/collections/blog_posts/records/${creation.id}`,
    body: { title: 'Вчера' },
  });
});

test('any other refusal stays one', async (t) => {
  const { notes, asked } = await serverThat(t, 400, { title: there.id });
  await assert.rejects(createOnce(notes, creation));
  assert.equal(asked.length, 1);
});
