import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { openTestServer } from '#proofs/support/test-server.ts';

const RECORDS = '/api/collections/clients/records';

/** PostgreSQL cannot even compare a text with a NUL in it. */
forEachEngine((engine) => {
  test('API-04 a NUL in an address or a body is refused like any other nonsense, never a 500', async () => {
    await using server = await openTestServer(engine);
    const { pb } = await server.practitioner();
    const statusOf = async (method: string, path: string, body?: unknown): Promise<number> => {
      const headers = {
        authorization: pb.authStore.token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const response = await fetch(server.url + path, { method, headers, body: body ? JSON.stringify(body) : null });
      return response.status;
    };
    const filter = (text: string) => `?filter=${encodeURIComponent(text)}`;
    const nul = 'a\0';
    const refused: [status: number, method: string, path: string, body?: unknown][] = [
      [404, 'DELETE', '/api/sign-ins/%00'],
      [404, 'DELETE', '/api/sign-ins/aaaaaaaaaaaaaa%00'],
      [404, 'GET', '/api/booking-page/%00'],
      [404, 'GET', `/api/booking-page/${'a'.repeat(32)}%00/slots?from=2026-11-21&to=2026-11-22`],
      [404, 'POST', '/api/booking-page/%00', { start: '2026-11-23T06:00:00Z', name: 'Гость', phone: '123456' }],
      [404, 'POST', '/api/booking/%00/approve', {}],
      [404, 'POST', '/api/booking/%00/reject'],
      [404, 'GET', `${RECORDS}/%00`],
      [404, 'PATCH', `${RECORDS}/%00`, { name: 'Анна' }],
      [404, 'DELETE', `${RECORDS}/%00`],
      [404, 'GET', '/api/collections/%00/records'],
      [400, 'GET', RECORDS + filter(`name = '${nul}'`)],
      [400, 'GET', RECORDS + filter(`name ~ '${nul}'`)],
      [400, 'GET', RECORDS + filter(`name ~ '${nul}%'`)],
      [400, 'GET', RECORDS + filter(`'${nul}' ~ name`)],
      [400, 'GET', RECORDS + filter(`registration_date > '${nul}'`)],
      [400, 'GET', `/api/collections/profiles/records${filter(`booking_hash = '${nul}'`)}`],
      [400, 'GET', `/api/collections/sessions/records${filter(`client.name = '${nul}'`)}`],
      [400, 'POST', RECORDS, { name: nul, phone: '1234567' }],
      [400, 'POST', RECORDS, { id: 'aaaaaaaaaaaaaa\0', name: 'Анна', phone: '1234567' }],
      [400, 'POST', '/api/collections/sessions/records', { client: nul, date: '2026-11-23' }],
      [400, 'POST', '/api/collections/users/auth-with-password', { identity: nul, password: nul }],
      [400, 'POST', '/api/collections/users/request-verification', { email: `${nul}@example.com` }],
      [400, 'POST', '/api/collections/users/request-password-reset', { email: `${nul}@example.com` }],
      [
        400,
        'POST',
        '/api/collections/users/confirm-password-reset',
        { token: nul, password: nul, passwordConfirm: nul },
      ],
      [400, 'POST', '/api/collections/users/confirm-verification', { token: nul }],
      [400, 'POST', '/api/profiles/check-licence', { licence_key: nul }],
      [200, 'GET', '/api/money/sessions?client=%00'],
      [200, 'GET', '/api/money/sessions?ids=%00,a'],
      [200, 'GET', '/api/money/clients?client=%00'],
      [400, 'POST', '/api/money/prices', { from: '2026-11-23', client: '\0' }],
    ];
    for (const [status, method, path, body] of refused) {
      assert.equal(await statusOf(method, path, body), status, `${method} ${path} ${JSON.stringify(body)}`);
    }
    const guests = await fetch(`${server.url}/api/collections/profiles/records${filter(`booking_hash = '${nul}'`)}`);
    assert.equal(guests.status, 400);
  });
});
