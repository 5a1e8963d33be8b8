import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import Fastify from 'fastify';
import { badRequest, outOfSpace, slotTaken } from '#domain/errors.ts';
import { PracticeFull, TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { registerErrorHandling } from '#server/ground/http/error-response.ts';

async function answerTo(error: unknown): Promise<{ status: number; body: unknown; retryAfter: unknown; log: string }> {
  let log = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  await using app = Fastify({ logger: { level: 'info', stream: sink } });
  registerErrorHandling(app);
  app.get('/fails', async () => {
    throw error;
  });
  const response = await app.inject('/fails');
  return { status: response.statusCode, body: response.json(), retryAfter: response.headers['retry-after'], log };
}

test('API-02 a refusal is told with its status, a sentence and the fields to blame', async () => {
  const field = { code: 'validation_required', message: 'Cannot be blank.' };
  const { status, body, log } = await answerTo(badRequest(' failed to create record', { name: field }));
  assert.deepEqual([status, body], [400, { status: 400, message: 'Failed to create record.', data: { name: field } }]);
  assert.doesNotMatch(log, /"level":50/);
  const full = await answerTo(new PracticeFull('Места нет.'));
  assert.deepEqual([full.status, full.log.includes('"level":50')], [507, false], 'a full practice fills no log');
  assert.match((await answerTo(outOfSpace())).log, /"level":50/);
  const taken = { code: 'slot_taken', message: 'The time is already taken.' };
  const overlap = await answerTo(slotTaken());
  assert.deepEqual(overlap.body, { status: 409, message: 'The time is already taken.', data: { date: taken } });
  assert.deepEqual((await answerTo(badRequest('Really?'))).body, { status: 400, message: 'Really?', data: {} });
});

test('PUBLIC-06 too many requests are told when to come back', async () => {
  const { status, body, retryAfter } = await answerTo(new TooManyRequests(41.2));
  assert.deepEqual([status, body, retryAfter], [429, { status: 429, message: 'Too Many Requests.', data: {} }, '42']);
});

test('API-02 an unforeseen error is a 500 that says nothing, neither to the caller nor to the log', async () => {
  const secret = 'Мария Иванова';
  for (const error of [
    new Error(`Key (name)=(${secret})`),
    Object.assign(new Error(secret), { statusCode: 503 }),
    secret,
    null,
  ]) {
    const { status, body, log } = await answerTo(error);
    const message = 'Something went wrong while processing your request.';
    assert.deepEqual([status, body], [500, { status: 500, message, data: {} }]);
    assert.ok(!log.includes(secret));
  }
  const { log } = await answerTo(new RangeError(secret));
  assert.match(log, /"name":"RangeError".*error-response\.test\.ts/);
});
