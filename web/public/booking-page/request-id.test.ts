import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestIds } from '#web/public/booking-page/request-id.ts';

/** Plays the tab's storage. */
function kept() {
  let stored = '';
  return { last: () => stored, keepLast: (text: string) => void (stored = text) };
}

const request = { start: '2026-11-19T12:00:00Z', name: 'Анна', phone: '+7 916 204-18-35' };

test('PUBLIC-04 a request that is sent again keeps its id, whatever was added to the message', () => {
  const ids = new RequestIds(kept());
  const id = ids.idOf(request);
  assert.match(id, /^[a-z0-9]{15}$/);
  assert.equal(ids.idOf({ ...request }), id);
  assert.equal(ids.idOf({ ...request, message: 'Плохо сплю' }), id);
});

test('PUBLIC-04 each of another time, name and phone is another request, also when changed back', () => {
  for (const change of [{ start: '2026-11-19T12:30:00Z' }, { name: 'Ольга' }, { phone: '+7 916 204-18-36' }]) {
    const ids = new RequestIds(kept());
    const first = ids.idOf(request);
    const second = ids.idOf({ ...request, ...change });
    const third = ids.idOf(request);
    assert.equal(new Set([first, second, third]).size, 3, Object.keys(change).join());
  }
  assert.notEqual(new RequestIds(kept()).idOf(request), new RequestIds(kept()).idOf(request));
});

test('PUBLIC-04 a request that is sent again after a reload keeps its id, a changed one does not', () => {
  const tab = kept();
  const id = new RequestIds(tab).idOf(request);
  assert.equal(new RequestIds(tab).idOf({ ...request, message: 'Плохо сплю' }), id);
  assert.notEqual(new RequestIds(tab).idOf({ ...request, name: 'Ольга' }), id);
});
