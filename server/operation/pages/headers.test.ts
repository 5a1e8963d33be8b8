import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { practiceIds } from '#proofs/support/planted-practice.ts';
import { ROUTE_CELLS } from '#proofs/authorisation/route-cells.ts';
import { OPERATIONS, RECORD_CELLS, requestFor } from '#proofs/authorisation/record-cells.ts';
import type { Limits } from '#server/ground/limits/limit-rules.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import { type Ask, ask } from '#proofs/support/ask.ts';
import { collectRoutes, type LiveRoute } from '#proofs/support/live-routes.ts';
import { openTestServer, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { makeWebFolder } from '#proofs/support/web-folder.ts';

/** Headers of every response. */
const EVERYWHERE: Record<string, RegExp> = {
  'content-security-policy': /^default-src 'none'; .*frame-ancestors 'none'/,
  'x-frame-options': /^DENY$/i,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'permissions-policy': /camera=\(\).*microphone=\(\).*geolocation=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
};
/** Files that caches can keep, because they are the same for every user. */
const KEPT: readonly string[] = [
  'GET /assets/*',
  'GET /favicon.ico',
  'GET /favicon.svg',
  'GET /manifest.webmanifest',
  'GET /icons/:file',
];
const HTTPS = 'https://kabinet.example';

let folder: string;
let server: TestServer;
let routes: LiveRoute[];
before(async () => {
  folder = await makeWebFolder();
  ({ started: server, routes } = await collectRoutes(() =>
    openTestServer('sqlite', { webFolder: folder, replace: { limits: UNLIMITED } }),
  ));
});
after(async () => {
  await server.dispose();
  await rm(folder, { recursive: true });
});

function faultsOf(name: string, headers: Record<string, unknown>, kept = false): string[] {
  const faults = Object.entries(EVERYWHERE)
    .filter(([header, wanted]) => !wanted.test(String(headers[header])))
    .map(([header]) => `${name}: ${header}: ${String(headers[header])}`);
  const cache = String(headers['cache-control']);
  if (!(kept ? /^public, max-age=\d{5,}/ : /^no-store$/).test(cache)) faults.push(`${name}: cache-control: ${cache}`);
  for (const told of ['server', 'x-powered-by', 'strict-transport-security', 'set-cookie']) {
    if (headers[told] !== undefined) faults.push(`${name}: ${told}`);
  }
  return faults;
}

test('every live route says what a browser may do with its answer, to guests and in refusals alike', async () => {
  const practice = practiceIds('nikto');
  const single = Object.entries(ROUTE_CELLS).map(([route, cell]): [string, Ask] => [
    route,
    { method: verbOf(route), ...cell.ask(practice) },
  ]);
  const records = (Object.keys(RECORD_CELLS) as RecordTable[]).flatMap((name) =>
    OPERATIONS.map((operation): [string, Ask] => [
      `${name}: ${operation}`,
      requestFor(operation, { name }, practice, 'x'.repeat(40)),
    ]),
  );
  const faults: string[] = [];
  for (const [name, request] of [...single, ...records]) {
    const answer = await ask(server.app, request);
    faults.push(...faultsOf(name, answer.headers, KEPT.includes(name) && answer.status === 200));
    if (request.method !== 'GET') continue;
    const head = await ask(server.app, { ...request, method: 'HEAD' });
    faults.push(...faultsOf(`HEAD ${name}`, head.headers, KEPT.includes(name) && head.status === 200));
  }
  const unlike = routes.filter((route) => /^(GET|HEAD) /.test(route)).length;
  assert.ok(unlike > 15 && single.length + records.length > 100, `${unlike} ${records.length}`);
  assert.deepEqual(faults, []);
});

test('the manifest is one by its type and kept for a day; an icon that is not there is not found and not kept', async () => {
  const manifest = await ask(server.app, { method: 'GET', url: '/manifest.webmanifest' });
  assert.match(String(manifest.headers['content-type']), /^application\/manifest\+json/);
  assert.equal(manifest.headers['cache-control'], 'public, max-age=86400');
  const none = await ask(server.app, { method: 'GET', url: '/icons/none.png' });
  assert.equal(none.status, 404);
  assert.deepEqual(faultsOf('no icon', none.headers), []);
});

test('search engines are asked to stay away', async () => {
  const { status, body } = await ask(server.app, { method: 'GET', url: '/robots.txt' });
  assert.deepEqual([status, body], [200, 'User-agent: *\nDisallow: /\n']);
});

test('so do errors: what is not there, too large, no JSON, no address, no method, no HTTP, and a fault of our own', async () => {
  const records = '/api/collections/clients/records';
  const form = { 'content-type': 'text/html' };
  const requests: Record<string, [status: number, request: Ask]> = {
    'no such call': [404, { method: 'GET', url: '/api/nothing' }],
    'no such page': [404, { method: 'GET', url: '/nowhere' }],
    'no such file': [404, { method: 'GET', url: '/assets/nothing.js' }],
    'out of the folder': [404, { method: 'GET', url: '/assets/..%2f..%2fpackage.json' }],
    'no such method': [404, { method: 'PUT', url: '/dashboard' }],
    options: [404, { method: 'OPTIONS', url: records }],
    'too large': [413, { method: 'POST', url: records, body: `{"name":"${'x'.repeat(1024 * 1024)}"}` }],
    'no JSON': [400, { method: 'POST', url: records, body: '{' }],
    'no such type': [415, { method: 'POST', url: records, body: '<p>', headers: form }],
    'no address': [400, { method: 'GET', url: '/%E0%A4%A' }],
    'too long an address': [404, { method: 'GET', url: `/api/booking-page/${'x'.repeat(400)}` }],
  };
  const faults: string[] = [];
  for (const [name, [status, request]] of Object.entries(requests)) {
    const answer = await ask(server.app, request);
    if (answer.status !== status) faults.push(`${name}: ${answer.status}`);
    faults.push(...faultsOf(name, answer.headers));
  }
  await using broken = await openTestServer('sqlite', {
    webFolder: folder,
    replace: { limits: { ...UNLIMITED, take: () => Promise.reject(new Error('out of order')) } },
  });
  const body = { email: 'a@example.com', password: 'long enough', passwordConfirm: 'long enough' };
  const own = await ask(broken.app, { method: 'POST', url: '/api/collections/users/records', body });
  assert.equal(own.status, 500);
  faults.push(...faultsOf('a fault of our own', own.headers));
  for (const bytes of ['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`]) {
    faults.push(...faultsOf(bytes.slice(0, 20), await headersAfter(bytes)));
  }
  assert.deepEqual(faults, []);
});

test('a file that is kept is asked for again without its body, and a stream is not kept', async () => {
  const file = { method: 'GET', url: '/assets/app.js' } as const;
  const first = await ask(server.app, file);
  const again = await ask(server.app, { ...file, headers: { 'if-none-match': String(first.headers['etag']) } });
  assert.equal(again.status, 304);
  const stop = new AbortController();
  const stream = await fetch(`${server.url}/api/realtime`, { signal: stop.signal });
  const faults = [...faultsOf('304', again.headers, true), ...faultsOf('stream', Object.fromEntries(stream.headers))];
  stop.abort();
  assert.deepEqual(faults, []);
});

test('a browser is told to come by TLS alone where the public address is of TLS, and only there', async () => {
  await using open = await openTestServer('sqlite', { webFolder: folder, config: { publicUrl: HTTPS } });
  for (const url of ['/', '/auth', '/booking/nobody', '/api/health', '/api/nothing', '/assets/app.js', '/%E0%A4%A']) {
    const behindTls = await ask(open.app, { method: 'GET', url });
    assert.match(String(behindTls.headers['strict-transport-security']), /^max-age=63072000; includeSubDomains/, url);
    const plain = await ask(server.app, { method: 'GET', url });
    assert.equal(plain.headers['strict-transport-security'], undefined, url);
  }
});

/** Returns the headers of the response to raw bytes. */
async function headersAfter(bytes: string): Promise<Record<string, string>> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(bytes);
  const answer = Buffer.concat((await socket.toArray()) as Buffer[]).toString();
  const [, ...lines] = (answer.split('\r\n\r\n')[0] ?? '').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

function verbOf(route: string): Ask['method'] {
  return route.slice(0, route.indexOf(' ')) as Ask['method'];
}

test('limits that are out of order are a fault of our own, and no flood of a page', async () => {
  const take: Limits['take'] = () => Promise.reject(new Error('out of order'));
  await using broken = await openTestServer('sqlite', {
    webFolder: folder,
    replace: { limits: { ...UNLIMITED, take } },
  });
  assert.equal((await ask(broken.app, { method: 'GET', url: `/booking/${'x'.repeat(32)}` })).status, 500);
});
