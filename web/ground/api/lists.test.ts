import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test, type TestContext } from 'node:test';
import { pb } from '#web/ground/api/client.ts';
import { type ListRequest, listText } from '#web/ground/api/list-request.ts';
import {
  dropStartedLists,
  readList,
  readStartedLists,
  readTogether,
  readWholeList,
  startedAt,
  startedList,
  startPosition,
} from '#web/ground/api/lists.ts';

const CLIENTS: ListRequest = { collection: 'clients', page: 1, perPage: 60, skipTotal: false };
const NOW = Date.parse('2026-11-23T09:00:00Z');

beforeEach(() => mock.timers.enable({ apis: ['Date', 'setTimeout'], now: NOW }));
afterEach(() => {
  mock.timers.reset();
  dropStartedLists();
  Reflect.deleteProperty(globalThis, 'window');
});

type Started = NonNullable<Window['startedLists']>;

/** Reads the preloaded lists of a page that was opened a second ago. */
async function come(lists: Started['lists']): Promise<void> {
  const startedLists: Started = { user: 'anna', texts: [listText(CLIENTS)], at: NOW - 1000, lists };
  Object.assign(globalThis, { window: { startedLists } });
  pb.authStore.save('a.b.c', { id: 'anna', collectionId: 'users', collectionName: 'users' });
  const read = readStartedLists();
  await new Promise(setImmediate);
  mock.timers.tick(700);
  await read;
}

const LIST = { page: 1, perPage: 60, totalItems: 1, totalPages: 1, items: [{ id: 'boris' }] };
const LISTS = { position: 'p1', lists: [LIST] };

test('a list that came with the page is used once, and is as old as its request', async () => {
  await come(Promise.resolve(LISTS));
  assert.deepEqual([startedAt(), startPosition()], [NOW - 1000, 'p1']);
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
  assert.deepEqual([startedList(CLIENTS), startPosition()], [undefined, '']);
});

/** Mocks the server and returns the requested paths. */
function serve(t: TestContext, respond: (path: string) => unknown): string[] {
  const requests: string[] = [];
  t.mock.method(pb, 'send', async (path: string, { query }: { query?: { list?: string[] } } = {}) => {
    requests.push(path.replace('/api/', ''));
    const response = respond(path) ?? { position: '', lists: query?.list?.map(() => LIST) };
    if (response instanceof Error) throw response;
    return response;
  });
  return requests;
}

const NOTES: ListRequest = { ...CLIENTS, collection: 'blog_posts', perPage: 1000 };
const { signal } = new AbortController();
const both = () => Promise.all([readList(CLIENTS, signal), readWholeList(NOTES, signal)]);

test('lists that are begun together leave in one request, others alone', async (t) => {
  const requests = serve(t, (path) => (path.endsWith('/records') ? LIST : null));
  const [list, whole] = await readTogether(both);
  assert.deepEqual([list.items, whole], [LIST.items, LIST.items]);
  assert.deepEqual(requests.splice(0), ['start']);
  await both();
  await readTogether(() => readList(CLIENTS, signal));
  assert.deepEqual(requests, [
    'collections/clients/records',
    'collections/blog_posts/records',
    'collections/clients/records',
  ]);
});

test('what does not come together is read alone', async (t) => {
  const refusals: unknown[] = [new Error('503'), { position: '', lists: [LIST, null] }];
  const requests = serve(t, (path) => (path.endsWith('/records') ? LIST : refusals.shift()));
  await readTogether(both);
  assert.deepEqual(requests.splice(0), ['start', 'collections/clients/records', 'collections/blog_posts/records']);
  await readTogether(both);
  assert.deepEqual(requests, ['start', 'collections/blog_posts/records']);
});
