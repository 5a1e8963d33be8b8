import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { proofText, showsWork } from '#domain/booking/proof-of-work.ts';
import type { BookingRequest } from '#domain/booking/visit.ts';
import { bookingAddress, readFreeTime, readPage, sendRequest } from '#web/public/booking-page/booking-api.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The address of a booking page on a server that responds with `handler`. */
async function serve(t: TestContext, handler: Handler): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}${bookingAddress('abc')}`;
}

function answering(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

const refusal = (status: number, data: Record<string, { code: string; message: string }>) =>
  answering(status, { status, message: 'x', data });

const request = {
  id: 'abcdefghij12345',
  website: '',
  start: '2026-11-19T12:00:00Z',
  name: 'Анна',
  phone: '+7 916',
  timeZone: 'Asia/Yekaterinburg',
};

test('the address keeps a hash of any characters in one segment', () => {
  assert.equal(bookingAddress('a/b?c'), '/api/booking-page/a%2Fb%3Fc');
});

test('PUBLIC-05 a request is sent as JSON to the page’s own address', async (t) => {
  const seen: unknown[] = [];
  const address = await serve(t, (incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk: string) => (body += chunk));
    incoming.on('end', () => {
      seen.push([incoming.method, incoming.url, incoming.headers['content-type'], JSON.parse(body)]);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"a","start":"","status":"pending"}');
    });
  });
  assert.deepEqual(await sendRequest(address, request), { kind: 'sent', visit: '' });
  assert.deepEqual(seen, [['POST', '/api/booking-page/abc', 'application/json', request]]);
});

test('PUBLIC-04 a slot that went meanwhile is told apart from a failure', async (t) => {
  const taken = { start: { code: 'slot_taken', message: 'The time is already taken.' } };
  assert.deepEqual(await sendRequest(await serve(t, refusal(409, taken)), request), { kind: 'taken' });
  assert.deepEqual(await sendRequest(await serve(t, refusal(400, taken)), request), { kind: 'taken' });
});

test('BOOK-07 a link that was replaced meanwhile is told apart from a failure', async (t) => {
  assert.deepEqual(await sendRequest(await serve(t, refusal(404, {})), request), { kind: 'gone' });
});

test('PUBLIC-05 refused fields are named', async (t) => {
  const address = await serve(t, refusal(400, { phone: { code: 'validation_max_text_constraint', message: 'x' } }));
  assert.deepEqual(await sendRequest(address, request), { kind: 'refused', fields: ['phone'] });
});

test('CONSENT-02 a text that is not agreed to is told apart from other refusals, but not before a taken time', async (t) => {
  const consent = { code: 'consent_changed', message: 'x' };
  assert.deepEqual(await sendRequest(await serve(t, refusal(409, { consent })), request), { kind: 'consent' });
  assert.deepEqual(await sendRequest(await serve(t, refusal(400, { consent })), request), { kind: 'consent' });
  const start = { code: 'slot_taken', message: 'x' };
  assert.deepEqual(await sendRequest(await serve(t, refusal(409, { start, consent })), request), { kind: 'taken' });
});

test('PUBLIC-06 a visitor who is slowed down learns for how long', async (t) => {
  const limited = async (headers: Record<string, string>) =>
    sendRequest(await serve(t, answering(429, {}, headers)), request);
  assert.deepEqual(await limited({ 'retry-after': '440' }), { kind: 'limited', seconds: 440 });
  assert.deepEqual(await limited({}), { kind: 'limited', seconds: null });
  assert.deepEqual(await limited({ 'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT' }), {
    kind: 'limited',
    seconds: null,
  });
});

test('PUBLIC-06 a busy page’s request is sent again with the work that it asks for, and no more than twice', async (t) => {
  const asked = (challenge: string) => ({
    proof: { code: 'proof_needed', message: 'x', params: { challenge, bits: 8 } },
  });
  const sent: BookingRequest[] = [];
  const busy = async (questions: number) => {
    sent.length = 0;
    const address = await serve(t, (incoming, response) => {
      let body = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      incoming.on('end', () => {
        const refused = sent.push(JSON.parse(body)) <= questions;
        response
          .writeHead(refused ? 429 : 200, { 'content-type': 'application/json', 'retry-after': '90' })
          .end(JSON.stringify(refused ? { status: 429, message: 'x', data: asked(`c${sent.length}`) } : {}));
      });
    });
    return sendRequest(address, request);
  };
  assert.deepEqual(await busy(2), { kind: 'sent', visit: '' });
  const [first, ...again] = sent;
  assert.deepEqual(first, request);
  for (const [at, { proof = '', ...same }] of again.entries()) {
    assert.deepEqual(same, request);
    const challenge = { challenge: `c${at + 1}`, bits: 8 };
    assert.ok(showsWork(challenge, hash('sha256', proofText(challenge, proof), 'buffer')));
  }
  assert.deepEqual(await busy(9), { kind: 'limited', seconds: 90 });
  assert.equal(sent.length, 3);
});

test('PUBLIC-05 everything else is a failure that may go better the next time', async (t) => {
  assert.deepEqual(await sendRequest(await serve(t, answering(500, {})), request), { kind: 'failed' });
  assert.deepEqual(await sendRequest(await serve(t, refusal(400, {})), request), { kind: 'failed' });
  const page: Handler = (_request, response) => void response.writeHead(400).end('<html>');
  assert.deepEqual(await sendRequest(await serve(t, page), request), { kind: 'failed' });
});

test('PUBLIC-05 a line that is cut is told apart from a server that fails', async (t) => {
  const cut: Handler = (incoming) => void incoming.socket.destroy();
  assert.deepEqual(await sendRequest(await serve(t, cut), request), { kind: 'unreachable' });
});

test('PUBLIC-01 an unknown link is no page, a failing server is a failure', async (t) => {
  const page = { name: 'Елена Рудакова', timeZone: 'Europe/Moscow' };
  assert.deepEqual(await readPage(await serve(t, answering(200, page))), page);
  assert.equal(await readPage(await serve(t, refusal(404, {}))), null);
  const failing = await serve(t, answering(500, {}));
  await assert.rejects(readPage(failing));
});

test('PUBLIC-02 free times are asked for by the practitioner’s dates', async (t) => {
  const seen: (string | undefined)[] = [];
  const answer = { timeZone: 'Europe/Moscow', days: [{ date: '2026-11-19', slots: [] }] };
  const address = await serve(t, (incoming, response) => {
    seen.push(incoming.url);
    answering(200, answer)(incoming, response);
  });
  const from = Temporal.PlainDate.from('2026-11-19');
  assert.deepEqual(await readFreeTime(address, from, from.add({ days: 11 })), answer);
  assert.deepEqual(seen, ['/api/booking-page/abc/slots?from=2026-11-19&to=2026-11-30']);
});
