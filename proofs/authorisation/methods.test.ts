import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request as sendTo } from 'node:http';
import { text } from 'node:stream/consumers';
import { before, test } from 'node:test';
import { setStage, type Stage } from '#proofs/authorisation/actors.ts';
import { OPERATIONS, RECORD_CELLS, requestFor } from '#proofs/authorisation/record-cells.ts';
import { ROUTE_CELLS } from '#proofs/authorisation/route-cells.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import { type Ask, ask, type Verb } from '#proofs/support/ask.ts';
import { rowsOf } from '#proofs/support/stored-rows.ts';
import { openTestServer, UNLIMITED, onServerWith } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const EVIL = 'https://evil.example';
const ALLOWED = 'https://practice.example';
/** Content types that a page of another site can send without a preflight request. */
const FORMS = ['application/x-www-form-urlencoded', 'text/plain', 'text/plain; x=application/json'];

/** The provider of a mailbox sends a form there, which needs no sign-in: the address holds its own token (LETTER-06). */
const ONE_CLICK = 'POST /letters/stop/:token';

/** Whether the same address has a POST of its own. */
function isPostedToo(route: string): boolean {
  return Object.hasOwn(ROUTE_CELLS, route.replace(/^[A-Z]+/, 'POST'));
}

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);
  let stage: Stage;
  before(async () => {
    stage = await setStage(server);
  });

  /** Every request that changes something for the practice when its owner sends it. Streams keep nothing. */
  function changes(): { name: string; request: Ask }[] {
    const records = (Object.keys(RECORD_CELLS) as RecordTable[]).flatMap((name) =>
      OPERATIONS.filter((operation) => !/list|search|view|subscribe/.test(operation)).map((operation) => ({
        name: `${name}: ${operation}`,
        request: requestFor(operation, { name }, stage.target, 'nostream'),
      })),
    );
    const others = Object.entries(ROUTE_CELLS).flatMap(([route, cells]) => {
      const method = route.slice(0, route.indexOf(' ')) as Verb;
      return method === 'GET' ? [] : [{ name: route, request: { method, ...cells.ask(stage.target) } }];
    });
    return [...records, ...others];
  }

  async function changesNothing(run: () => Promise<void>): Promise<void> {
    const { db } = server.context;
    const count = async () => (await db.read.selectFrom('users').select('id').execute()).length;
    const everything = async () => [...(await rowsOf(db, stage.target.owner)), `${await count()} accounts`];
    const earlier = await everything();
    await run();
    assert.deepEqual(await everything(), earlier);
  }

  it('API-03 nothing is changed by GET or HEAD, whatever they say the method is', async () => {
    const token = stage.token.owner ?? '';
    await changesNothing(async () => {
      for (const { name, request } of changes()) {
        const query = `${request.url.includes('?') ? '&' : '?'}_method=${request.method}&token=${token}`;
        const headers = { 'x-http-method-override': request.method, 'x-http-method': request.method };
        for (const method of ['GET', 'HEAD'] as const) {
          // A client can send a body with these methods too.
          const { status } = await ask(server.app, { ...request, method, url: request.url + query, token, headers });
          assert.ok(status < 500, name);
        }
      }
    });
  });

  test('API-03 TRACE is refused everywhere, and sends nothing of a request back', async () => {
    const token = stage.token.owner ?? '';
    for (const path of ['/', '/api/health', '/api/collections/clients/records', '/booking/anna', '/metrics']) {
      const sent = sendTo(server.url + path, {
        method: 'TRACE',
        headers: { authorization: token, 'x-own': 'canary' },
      });
      const [response]: IncomingMessage[] = await once(sent.end(), 'response');
      assert.ok(response);
      const back = `${JSON.stringify(response.rawHeaders)} ${await text(response)}`;
      assert.equal(response.statusCode, 404, path);
      for (const secret of [token, 'canary']) assert.ok(!back.includes(secret), path);
    }
  });

  test('API-03 a method in the body or a header of a POST is not believed', async () => {
    const token = stage.token.owner ?? '';
    await changesNothing(async () => {
      for (const { name, request } of changes().filter(
        ({ name: route, request: { method } }) => method !== 'POST' && !isPostedToo(route),
      )) {
        const body = { ...(typeof request.body === 'object' ? request.body : {}), _method: request.method };
        const headers = { 'x-http-method-override': request.method };
        const { status } = await ask(server.app, { ...request, method: 'POST', body, token, headers });
        assert.equal(status, 404, name);
      }
    });
  });

  it('API-03 what a form of another site can send changes nothing, though the browser is signed in', async () => {
    const token = stage.token.owner ?? '';
    await changesNothing(async () => {
      for (const { name, request } of changes().filter(
        ({ name: route, request: { body } }) => body !== undefined && route !== ONE_CLICK,
      )) {
        for (const type of FORMS) {
          const headers = { 'content-type': type, origin: EVIL };
          const body = type.startsWith('text/plain')
            ? JSON.stringify(request.body)
            : new URLSearchParams(
                Object.entries(request.body ?? {}).map(([key, value]) => [key, String(value)]),
              ).toString();
          const { status } = await ask(server.app, { ...request, body: body || 'x=1', token, headers });
          assert.equal(status, 415, `${name} ${type}`);
        }
      }
    });
  });

  it('API-03 a token counts in its header alone: no cookie, no query, no field of a form', async () => {
    const token = stage.token.owner ?? '';
    for (const { name, request } of changes()) {
      const bare = await ask(server.app, { ...request, address: '192.0.2.1' });
      if (bare.status < 400 || bare.status === 429) continue;
      const query = `${request.url.includes('?') ? '&' : '?'}token=${token}&authorization=${token}&access_token=${token}`;
      const answer = await ask(server.app, {
        ...request,
        url: request.url + query,
        address: '192.0.2.1',
        headers: { cookie: `pb_auth=${token}; token=${token}; Authorization=${token}`, origin: EVIL },
      });
      assert.equal(answer.status, bare.status, name);
    }
  });

  it('API-03 no answer may stand in a frame, of whatever route and status', async () => {
    const asked: Ask[] = [
      ...changes().map(({ request }) => request),
      ...['/', '/auth', '/booking/unknown', '/dashboard/clients', '/assets/missing.js', '/robots.txt', '/nowhere'].map(
        (url): Ask => ({ method: 'GET', url }),
      ),
      ...['/api/health', '/api/nowhere', '/api/collections/clients/records', '/%E0%A4%A'].map((url): Ask => ({
        method: 'GET',
        url,
      })),
    ];
    for (const request of asked) {
      const { headers } = await ask(server.app, request);
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, request.url);
      assert.equal(headers['x-frame-options'], 'DENY', request.url);
      assert.equal(headers['x-content-type-options'], 'nosniff', request.url);
    }
  });

  test('API-03 no other site may read an answer or send what needs to be asked for first', async () => {
    const token = stage.token.owner ?? '';
    for (const { name, request } of changes()) {
      const headers = { origin: EVIL, 'access-control-request-method': request.method };
      const preflight = await ask(server.app, { method: 'OPTIONS', url: request.url, headers });
      assert.ok(!Object.keys(preflight.headers).some((header) => header.startsWith('access-control-')), name);
    }
    const url = '/api/collections/clients/records';
    const answer = await ask(server.app, { method: 'GET', url, token, headers: { origin: EVIL } });
    assert.ok(!Object.keys(answer.headers).some((header) => header.startsWith('access-control-')));
  });

  it('API-03 an allowed origin is named by itself and never with credentials, any other not at all', async () => {
    await using open = await openTestServer(engine, { config: { allowedOrigins: [ALLOWED] } });
    const { pb } = await open.practitioner();
    const url = '/api/collections/clients/records';
    for (const method of ['GET', 'OPTIONS'] as const) {
      for (const origin of [ALLOWED, EVIL, 'null', `${ALLOWED}.evil.example`]) {
        const headers = { origin, 'access-control-request-method': 'PATCH' };
        const answer = await ask(open.app, { method, url, token: pb.authStore.token, headers });
        const named = answer.headers['access-control-allow-origin'];
        assert.equal(named, origin === ALLOWED ? ALLOWED : undefined, `${method} ${origin}`);
        assert.equal(answer.headers['access-control-allow-credentials'], undefined);
        assert.match(String(answer.headers['vary']), /origin/i);
      }
    }
  });
});
