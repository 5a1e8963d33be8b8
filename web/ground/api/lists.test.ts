import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { pb } from '#web/ground/api/client.ts';
import { type ListRequest, listText } from '#web/ground/api/list-request.ts';
import { dropStartedLists, readStartedLists, startedAt, startedList } from '#web/ground/api/lists.ts';

const CLIENTS: ListRequest = { collection: 'clients', page: 1, perPage: 60, skipTotal: false };
const NOW = Date.parse('2026-11-23T09:00:00Z');

beforeEach(() => mock.timers.enable({ apis: ['Date', 'setTimeout'], now: NOW }));
afterEach(() => {
  mock.timers.reset();
  dropStartedLists();
  Reflect.deleteProperty(globalThis, 'window');
});

type Started = NonNullable<Window['startedLists']>;

/** Reads the lists of a page that was opened a second ago. */
async function come(lists: Started['lists']): Promise<void> {
  const startedLists: Started = { user: 'anna', texts: [listText(CLIENTS)], at: NOW - 1000, lists };
  Object.assign(globalThis, { window: { startedLists } });
  pb.authStore.save('a.b.c', { id: 'anna', collectionId: 'users', collectionName: 'users' });
  const read = readStartedLists();
  await new Promise(setImmediate);
  mock.timers.tick(700);
  await read;
}

const LISTS = [{ page: 1, perPage: 60, totalItems: 1, totalPages: 1, items: [{ id: 'boris' }] }];

test('a list that came with the page is used once, and is as old as its request', async () => {
  await come(Promise.resolve(LISTS));
  assert.equal(startedAt(), NOW - 1000);
  assert.deepEqual(startedList(CLIENTS)?.items, [{ id: 'boris' }]);
  assert.equal(startedList(CLIENTS), undefined);
});

test('a list older than 30 s is read again', async () => {
  await come(Promise.resolve(LISTS));
  mock.timers.tick(30_000);
  assert.equal(startedList(CLIENTS), undefined);
});

test('lists later than 700 ms do not hold the sign-in back, and are dropped', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof LISTS>();
  await come(promise);
  resolve(LISTS);
  await promise;
  await new Promise(setImmediate);
  assert.equal(startedList(CLIENTS), undefined);
});
