import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import type { ErrorBody } from '#server/ground/http/error-response.ts';
import { practitioner, type Practitioner, type RecordApp, startRecordApp } from '#proofs/support/records/record-app.ts';
import { longestBlock } from '#proofs/support/longest-block.ts';
import { addClient } from '#proofs/support/rows.ts';

const CLIENTS = '/api/collections/clients/records';

let server: RecordApp;
let anna: Practitioner;

before(async () => {
  server = await startRecordApp('sqlite');
  anna = await practitioner(server);
});
after(() => server.dispose());

function send(method: string, path: string, body?: string | FormData | null, type?: string): Promise<Response> {
  const headers = { authorization: anna.token, ...(type === undefined ? {} : { 'content-type': type }) };
  return fetch(server.url + path, { method, headers, body: body ?? null });
}

async function refused(response: Response, status: number, message: RegExp = /^[A-Z].*\.$/): Promise<ErrorBody> {
  const body = (await response.json()) as ErrorBody;
  assert.deepEqual([response.status, body.status], [status, status]);
  assert.match(body.message, message);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  return body;
}

const count = async () => (await anna.pb.collection('clients').getList(1, 1)).totalItems;

test('API-04 JSON that is broken or no object is a 400, and nothing is written', async () => {
  const earlier = await count();
  for (const body of ['{"', '[]', '"text"', '5', 'true', '{"name": "Анна",}', 'null x', '['.repeat(100_000)]) {
    assert.deepEqual((await refused(await send('POST', CLIENTS, body, 'application/json'), 400)).data, {});
  }
  assert.equal(await count(), earlier);
});

test('API-01 an empty body is no field, whatever its type says', async () => {
  for (const body of ['', ' ', 'null', '{}']) {
    const { data } = await refused(await send('POST', CLIENTS, body, 'application/json'), 400);
    assert.deepEqual(Object.keys(data), ['name', 'phone']);
  }
  await refused(await send('POST', CLIENTS), 400, /Failed to create record\./);
});

test('API-04 bodies of other types are a 415', async () => {
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/xml', 'text/html']) {
    await refused(await send('POST', CLIENTS, 'name=Анна&phone=1234567', type), 415, /Unsupported Content-Type\./);
  }
});

test('API-01 forms work as JSON does: texts stay texts, the rest is inferred, @jsonPayload is merged last', async () => {
  const form = new FormData();
  form.append('name', 'true');
  form.append('phone', '79161234567');
  form.append('handmade', 'true');
  form.append('description', '[1]');
  form.append('unknown', '5');
  form.append('@jsonPayload', '{"description": "из JSON"}');
  form.append('@jsonPayload', '{"source": "Другое"}');
  const record = (await (await send('POST', CLIENTS, form)).json()) as Record<string, unknown>;
  assert.deepEqual(
    [record['name'], record['phone'], record['handmade'], record['description'], record['source']],
    ['true', '79161234567', true, 'из JSON', 'Другое'],
  );
  const setting = new FormData();
  setting.append('day_of_week', '3');
  setting.append('breaks', '[{"start":"12:00","end":"13:00"}]');
  const stored = (await (
    await send('POST', '/api/collections/availability_settings/records', setting)
  ).json()) as Record<string, unknown>;
  assert.deepEqual([stored['day_of_week'], stored['breaks']], [3, [{ start: '12:00', end: '13:00' }]]);
});

test('API-04 forms with files, repeated fields or broken parts are a 400', async () => {
  const file = new FormData();
  file.append('name', new Blob(['x']), 'x.txt');
  await refused(await send('POST', CLIENTS, file), 400, /Files are not accepted\./);
  const repeated = new FormData();
  for (const name of ['Анна', 'Мария']) repeated.append('name', name);
  repeated.append('phone', '1234567');
  assert.deepEqual(Object.keys((await refused(await send('POST', CLIENTS, repeated), 400)).data), ['name']);
  const payload = new FormData();
  payload.append('@jsonPayload', '{"');
  await refused(await send('POST', CLIENTS, payload), 400);
  for (const body of ['', 'x', '--b\r\n']) {
    await refused(await send('POST', CLIENTS, body, 'multipart/form-data; boundary=b'), 400);
  }
  await refused(await send('POST', CLIENTS, 'x', 'multipart/form-data'), 400);
  // Texts that other parsers read as numbers stay texts.
  for (const handmade of ['0001', '1.0', '1e3', 'Infinity', 'yes']) {
    const form = new FormData();
    form.append('@jsonPayload', JSON.stringify({ name: 'Анна', phone: '1234567' }));
    form.append('handmade', handmade);
    assert.deepEqual(Object.keys((await refused(await send('POST', CLIENTS, form), 400)).data), ['handmade']);
  }
});

test('API-04 a form of more than 200 parts is a 400', async () => {
  const form = (parts: number): string =>
    `${Array.from({ length: parts }, (_, at) => `--b\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n\r\n`).join('')}--b--\r\n`;
  const multipart = 'multipart/form-data; boundary=b';
  const { data } = await refused(await send('POST', CLIENTS, form(200), multipart), 400, /Failed to create record\./);
  assert.deepEqual(Object.keys(data), ['name', 'phone']);
  await refused(await send('POST', CLIENTS, form(201), multipart), 400, /A form has at most 200 parts\./);
  const names = new FormData();
  for (const name of ['__proto__', 'constructor', 'name']) names.append(name, 'Анна');
  assert.deepEqual(Object.keys((await refused(await send('POST', CLIENTS, names), 400)).data), ['phone']);
});

test('API-04 no body keeps others waiting while it is parsed, whatever is in it', async () => {
  // Parsing each would take 200 or more. Reading four megabytes takes half of the limit when the machine is slow.
  const MOST_MS = 100;
  const mebibyte = 1024 * 1024;
  const batch = '/api/batch';
  const json = 'application/json';
  const form = 'multipart/form-data; boundary=b';
  const part = '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n\r\n';
  const parts = (bytes: number) => `${part.repeat(Math.floor(bytes / part.length) - 1)}--b--\r\n`;
  const fill = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
  const keys = Array.from({ length: 70_000 }, (_, at) => `"${at.toString(36).padStart(8, 'k')}":1`).join(',');
  const payload = (bytes: number) =>
    `--b\r\nContent-Disposition: form-data; name="@jsonPayload"\r\n\r\n"${'x'.repeat(bytes)}"\r\n--b--\r\n`;
  for (const [path, body, type, status] of [
    [batch, parts(4 * mebibyte), form, 413],
    [CLIENTS, parts(mebibyte / 2), form, 400],
    [batch, payload(mebibyte), form, 413],
    [batch, payload(mebibyte / 2 - 200), form, 400],
    [CLIENTS, fill('[', mebibyte), json, 400],
    [CLIENTS, `{${keys}}`, json, 400],
    [batch, `[${fill('{},', 4 * mebibyte - 10)}1]`, json, 400],
    [batch, `"${fill('\\u0430', 4 * mebibyte - 10)}"`, json, 400],
  ] as const) {
    const block = await longestBlock(async () => refused(await send('POST', path, body, type), status), MOST_MS);
    assert.ok(block < MOST_MS, `${block} ms: ${body.slice(0, 90)}`);
  }
});

test('API-04 marks within texts are no values: a text of nothing else is stored', async () => {
  for (const content of ['{[:,'.repeat(25_000), '"\\'.repeat(50_000)]) {
    const body = JSON.stringify({ title: 'Знаки', content, date: '2026-11-20 09:00:00.000Z' });
    const response = await send('POST', '/api/collections/blog_posts/records', body, 'application/json');
    assert.equal(((await response.json()) as { content?: string }).content, content);
  }
});

test('PUBLIC-06 guests of one network send 32 MiB of bodies a minute, and nobody else waits for them', async () => {
  const guest = async (remoteAddress: string) => {
    const { statusCode: status, headers } = await server.app.inject({
      method: 'POST',
      url: '/api/batch',
      payload: `"${'x'.repeat(4 * 1024 * 1024 - 10)}"`,
      headers: { 'content-type': 'application/json' },
      remoteAddress,
    });
    return { status, headers };
  };
  for (let sent = 0; sent < 8; sent += 1) assert.equal((await guest('192.0.2.1')).status, 400);
  const more = await guest('192.0.2.1');
  assert.equal(more.status, 429);
  assert.ok(Number(more.headers['retry-after']) > 0);
  assert.equal((await guest('192.0.2.2')).status, 400);
  await refused(await send('POST', '/api/batch', '"x"', 'application/json'), 400);
});

test('API-04 a body of more than 1 MiB is a 413, in JSON, in a form and in pieces', async () => {
  const mebibyte = 1024 * 1024;
  const json = (bytes: number) => JSON.stringify({ description: 'x'.repeat(bytes) });
  await refused(await send('POST', CLIENTS, json(mebibyte), 'application/json'), 413, /Request entity too large\./);
  const form = new FormData();
  form.append('description', 'x'.repeat(mebibyte));
  await refused(await send('POST', CLIENTS, form), 413);
  await refused(await send('POST', CLIENTS, json(mebibyte - 100), 'application/json'), 400);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(
    `POST ${CLIENTS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  for (let sent = 0; sent < 20; sent += 1) socket.write(chunk);
  const [answer] = await socket.take(1).toArray();
  socket.destroy();
  assert.match(String(answer), /^HTTP\/1\.1 413 /);
});

test('API-04 names of prototypes are names like any other', async () => {
  const body =
    '{"name":"Анна","phone":"7654321","__proto__":{"handmade":true},"constructor":{"prototype":{"x":1}},"hasOwnProperty":1}';
  const response = await send('POST', CLIENTS, body, 'application/json');
  assert.equal(((await response.json()) as Record<string, unknown>)['handmade'], false);
  assert.equal('x' in {}, false);
});

test('API-01 every address under /api without a route is a 404 in JSON, with any method and body', async () => {
  const missing = { status: 404, message: "The requested resource wasn't found.", data: {} };
  for (const [method, path] of [
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/missing'],
    ['GET', '/api/collections'],
    ['POST', `${CLIENTS}/aaaaaaaaaaaaaaa`],
    ['PUT', CLIENTS],
    ['DELETE', CLIENTS],
    ['GET', '/api/batch'],
    ['GET', `${CLIENTS}/`],
    ['GET', `${CLIENTS}/a/b`],
    ['GET', '/elsewhere'],
  ] as const) {
    const response = await send(
      method,
      path,
      method === 'GET' ? null : '{"',
      method === 'GET' ? undefined : 'text/odd',
    );
    assert.deepEqual(await refused(response, 404, /./), missing, `${method} ${path}`);
  }
});

test('API-01 what can be read answers HEAD', async () => {
  const client = await addClient(server.data.db, anna.id);
  for (const path of [CLIENTS, `${CLIENTS}/${client.id}`]) {
    const response = await send('HEAD', path);
    assert.deepEqual([response.status, await response.text()], [200, '']);
  }
  assert.equal((await send('HEAD', '/api/realtime')).status, 404);
});
