import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestIds } from '#web/booking-page/request-id.ts';

const request = { start: '2026-11-19T12:00:00Z', name: 'Анна', phone: '+7 916 204-18-35' };

test('PUBLIC-04 a request that is sent again keeps its id, whatever was added to the message', () => {
  const ids = new RequestIds();
  const id = ids.idOf(request);
  assert.match(id, /^[a-z0-9]{15}$/);
  assert.equal(ids.idOf({ ...request }), id);
  assert.equal(ids.idOf({ ...request, message: 'Плохо сплю' }), id);
});

test('another time or another person is another request', () => {
  const ids = new RequestIds();
  const seen = new Set([
    ids.idOf(request),
    ids.idOf({ ...request, start: '2026-11-19T12:30:00Z' }),
    ids.idOf({ ...request, name: 'Ольга' }),
    ids.idOf({ ...request, phone: '+7 916 204-18-36' }),
    ids.idOf(request),
    new RequestIds().idOf(request),
  ]);
  assert.equal(seen.size, 6);
});
