import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientResponseError } from 'pocketbase';
import {
  errorText,
  fieldTexts,
  hasCode,
  isRefusal,
  NO_CONNECTION,
  NO_ROOM,
  UNAVAILABLE,
  TOO_MANY,
} from '#web/ground/api/errors.ts';

function refusal(status: number, message: string, data: Record<string, { code: string; message: string }> = {}) {
  return new ClientResponseError({ url: '/api', status, data: { status, message, data } });
}

test('a lost connection and a flood of attempts have texts of their own', () => {
  assert.equal(errorText(new ClientResponseError({ url: '/api', status: 0 })), NO_CONNECTION);
  assert.equal(errorText(refusal(429, 'Too Many Requests.')), TOO_MANY);
});

test('a server that cannot store anything says that nothing typed is lost', () => {
  assert.equal(errorText(refusal(507, 'There is no room left for more data.'), 'Иначе'), NO_ROOM);
  assert.equal(errorText(refusal(503, 'The data cannot be changed now.'), 'Иначе'), UNAVAILABLE);
});

test('AUTH-05 after too many attempts the text says when to come back', () => {
  const told = (retryAfter: number) =>
    errorText(new ClientResponseError({ url: '/api', status: 429, data: { status: 429, data: {}, retryAfter } }));
  assert.equal(told(20), TOO_MANY);
  assert.equal(told(61), 'Слишком много попыток. Попробуйте снова через 2\u00A0минуты.');
  assert.equal(told(900), 'Слишком много попыток. Попробуйте снова через 15\u00A0минут.');
  assert.equal(told(7200), 'Слишком много попыток. Попробуйте снова через 2\u00A0часа.');
});

test('AUTH-05 a failure shows the server message that is meant for people, otherwise the given text', () => {
  assert.equal(errorText(refusal(400, 'Достигнут лимит клиентов (3).')), 'Достигнут лимит клиентов (3).');
  assert.equal(errorText(refusal(400, 'Failed to authenticate.'), 'Иначе'), 'Иначе');
  assert.equal(errorText(new TypeError('x is not a function'), 'Иначе'), 'Иначе');
});

test('codes of fields become Russian texts under the fields', () => {
  const error = refusal(400, 'Failed to create record.', {
    date: { code: 'slot_taken', message: 'The time is already taken.' },
    phone: { code: 'validation_unheard_of', message: 'No idea.' },
  });
  assert.deepEqual(fieldTexts(error), { date: 'Это время уже занято', phone: 'Проверьте это поле' });
  assert.equal(hasCode(error, 'date', 'slot_taken'), true);
  assert.equal(errorText(error), 'Это время уже занято');
});

test('only a response that would stay the same is not retried', () => {
  assert.equal(isRefusal(refusal(404, 'Missing.')), true);
  assert.equal(isRefusal(refusal(429, 'Too Many Requests.')), false);
  assert.equal(isRefusal(refusal(502, '')), false);
  assert.equal(isRefusal(new ClientResponseError({ url: '/api', status: 0 })), false);
});
