import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { pb } from '#web/api/client.ts';
import { type ListRequest, listText } from '#web/api/list-request.ts';
import { dropStartedLists, readStartedLists, startedAt, startedList } from '#web/api/lists.ts';

const CLIENTS: ListRequest = { collection: 'clients', page: 1, perPage: 60, skipTotal: false };
const NOW = Date.parse('2026-11-23T09:00:00Z');

beforeEach(() => mock.timers.enable({ apis: ['Date', 'setTimeout'], now: NOW }));
afterEach(() => {
  mock.timers.reset();
  dropStartedLists();
  Reflect.deleteProperty(globalThis, 'window');
});

/** Reads the lists of a page that was opened a second ago. */
async function come(response: Promise<Response>): Promise<void> {
  const startedLists = { user: 'anna', texts: [listText(CLIENTS)], at: NOW - 1000, response };
  Object.assign(globalThis, { window: { startedLists } });
  pb.authStore.save('a.b.c', { id: 'anna', collectionId: 'users', collectionName: 'users' });
  const read = readStartedLists();
  await new Promise(setImmediate);
  mock.timers.tick(700);
  await read;
}

const LISTS = JSON.stringify({ lists: [{ page: 1, perPage: 60, items: [{ id: 'boris' }] }] });

/** A response whose body is there at once. */
async function responded(): Promise<Response> {
  const response = new Response(LISTS);
  response.json = async () => JSON.parse(LISTS);
  return response;
}

test('a list that came with the page is used once, and is as old as its request', async () => {
  await come(responded());
  assert.equal(startedAt(), NOW - 1000);
  assert.deepEqual(startedList(CLIENTS)?.items, [{ id: 'boris' }]);
  assert.equal(startedList(CLIENTS), undefined);
});

test('a list older than 30 s is read again', async () => {
  await come(responded());
  mock.timers.tick(30_000);
  assert.equal(startedList(CLIENTS), undefined);
});

test('lists later than 700 ms do not hold the sign-in back, and are dropped', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await come(promise);
  resolve(new Response(LISTS));
  await promise;
  await new Promise(setImmediate);
  assert.equal(startedList(CLIENTS), undefined);
});
