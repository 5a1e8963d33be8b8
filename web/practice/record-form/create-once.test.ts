import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import PocketBase from 'pocketbase';
import { createOnce } from '#web/practice/record-form/create-once.ts';

const creation = { id: 'abcdefghij12345', create: { user: 'anna', title: 'Вчера' }, update: { title: 'Вчера' } };
/** A server that responds to a create with `status` and to an update with `changed`; `requests` lists its requests. */
async function serverThat(t: TestContext, status: number, changed = 200) {
  const requests: { call: string; body: unknown }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push({ call: `${request.method} ${request.url?.split('?')[0]}`, body: await json(request) });
    response.writeHead(request.method === 'POST' ? status : changed, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: creation.id, status, message: '', data: {} }));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return { notes: new PocketBase(`http://127.0.0.1:${address.port}`).collection('blog_posts'), requests };
}

const CREATE = {
  call: 'POST /api/collections/blog_posts/records',
  body: { id: creation.id, user: 'anna', title: 'Вчера' },
};
const UPDATE = { call: `PATCH /api/collections/blog_posts/records/${creation.id}`, body: { title: 'Вчера' } };

test('a create names its id', async (t) => {
  const { notes, requests } = await serverThat(t, 200);
  await createOnce(notes, { ...creation, again: false });
  assert.deepEqual(requests, [CREATE]);
});

test('what was changed after a lost response is saved in the record that is there', async (t) => {
  const { notes, requests } = await serverThat(t, 400);
  await createOnce(notes, { ...creation, again: true });
  assert.deepEqual(requests, [UPDATE]);
});

test('what an earlier attempt did not store is created', async (t) => {
  const { notes, requests } = await serverThat(t, 200, 404);
  await createOnce(notes, { ...creation, again: true });
  assert.deepEqual(requests, [UPDATE, CREATE]);
});

test('a record that another form made under this id is left alone', async (t) => {
  const { notes, requests } = await serverThat(t, 400);
  await assert.rejects(createOnce(notes, { ...creation, again: false }));
  assert.deepEqual(requests, [CREATE]);
});
