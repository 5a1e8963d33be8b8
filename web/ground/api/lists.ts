import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { ListResult } from 'pocketbase';
import { pb } from '#web/ground/api/client.ts';
import { clockAhead } from '#web/ground/browser/clock.ts';
import { type ListRequest, listText } from '#web/ground/api/list-request.ts';

declare global {
  interface Window {
    /** The lists that the page requests while the program is still loading (web/head-start.ts). */
    startedLists?: { user: string; texts: string[]; at: number; lists: Promise<Start | null> };
  }
}

/** How long the sign-in waits for the lists, in milliseconds; later ones are dropped. */
const TIMEOUT_MS = 700;
/** The age at which a list is read again, in milliseconds. */
const MAX_AGE_MS = 30_000;

/** As many as `GET /api/start` takes. */
const MOST_LISTS = 10;

/** The response of `GET /api/start`. */
export interface Start {
  /** Of the account's events before the lists were read, see `startRealtime`. */
  position: string;
  /** In the order of their requests; null in place of one that failed. */
  lists: readonly (ListResult<unknown> | null)[];
}

/** The lists that came with the page, for the person who was signed in then. */
let started = { user: '', at: 0, position: '', lists: new Map<string, ListResult<unknown>>() };

/** The lists that leave in one request, while `readTogether` collects them. */
let batch: { texts: string[]; response: Promise<Start | null> } | null = null;

/** Waits for the lists that the page has requested; without them screens send their own requests. */
export async function readStartedLists(): Promise<void> {
  const { startedLists } = window;
  delete window.startedLists;
  if (!startedLists) return;
  const { user, texts, at, lists } = startedLists;
  const late = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null));
  const read = await Promise.race([lists, late]);
  started = { user, at, position: read?.position ?? '', lists: new Map() };
  texts.forEach((text, index) => {
    const list = read?.lists[index];
    if (list) started.lists.set(text, list);
  });
}

/** The list that came with the page; good for one use, as the initial data of a query. */
export function startedList<Item>(request: ListRequest): ListResult<Item> | undefined {
  const { user, at, lists } = started;
  // Lists of days are those of the device's clock.
  const usable = pb.authStore.record?.id === user && Date.now() - at <= MAX_AGE_MS && clockAhead.get() === 0;
  if (lists.size === 0 || !usable) return undefined;
  const text = listText(request);
  const list = lists.get(text);
  lists.delete(text);
  return list as ListResult<Item> | undefined;
}

/** When the page requested its lists. */
export function startedAt(): number {
  return started.at;
}

/** Since when this page has read anything; '' if that is not known. */
export function startPosition(): string {
  return started.position;
}

/** Forgets the lists that no screen has taken: after a change of any record they are stale. */
export function dropStartedLists(): void {
  started.lists.clear();
}

export async function readList<Item>(request: ListRequest, signal: AbortSignal): Promise<ListResult<Item>> {
  const { collection, page, perPage, ...options } = request;
  const list = await fromBatch<Item>(request);
  return list ?? pb.collection(collection).getList<Item>(page, perPage, { ...options, signal });
}

/** Runs `begin`; the lists that it begins to read leave in one request, as those of a page do. */
export function readTogether<Result>(begin: () => Result): Result {
  const texts: string[] = [];
  // Behind `begin`, once all are known. What fails together may still be read alone.
  const response = Promise.resolve().then(() =>
    texts.length > 1 ? pb.send<Start>('/api/start', { query: { list: texts } }).catch(() => null) : null,
  );
  batch = { texts, response };
  try {
    return begin();
  } finally {
    batch = null;
  }
}

/** The list out of the request that is being collected; null where it has to be read alone. */
async function fromBatch<Item>(request: ListRequest): Promise<ListResult<Item> | null> {
  if (!batch || batch.texts.length === MOST_LISTS) return null;
  const index = batch.texts.push(listText(request)) - 1;
  const list = (await batch.response)?.lists[index];
  return (list ?? null) as ListResult<Item> | null;
}

/** The query of something in one page of a list; the page that came with the program is its initial data. */
export function listOptions<Item, Data>(
  queryKey: QueryKey,
  request: ListRequest,
  pick: (page: ListResult<Item>) => Data,
) {
  return queryOptions({
    queryKey,
    initialData: () => {
      const page = startedList<Item>(request);
      return page && pick(page);
    },
    queryFn: async ({ signal }) => pick(await readList<Item>(request, signal)),
  });
}

/** The query of a page of a list. */
export function pageOptions<Item>(queryKey: QueryKey, request: ListRequest) {
  return listOptions<Item, ListResult<Item>>(queryKey, request, (page) => page);
}

/** The query of a total. */
export function countOptions(queryKey: QueryKey, request: ListRequest) {
  return listOptions(queryKey, request, ({ totalItems }) => totalItems);
}

/** The query of all pages; the first one that came with the program is its initial data where it is the whole list. */
export function wholeListOptions<Item>(queryKey: QueryKey, request: ListRequest) {
  return queryOptions({
    queryKey,
    initialData: () => wholeOf(startedList<Item>(request)),
    queryFn: ({ signal }) => readWholeList<Item>(request, signal),
  });
}

/** Reads all pages. */
export async function readWholeList<Item>(request: ListRequest, signal: AbortSignal): Promise<Item[]> {
  const { collection, page: _page, perPage, skipTotal: _skipTotal, ...options } = request;
  const whole = wholeOf(await fromBatch<Item>(request));
  if (whole) return whole;
  return pb.collection(collection).getFullList<Item>({ ...options, batch: perPage, signal });
}

/** The initial data of a query that reads all pages, if they came at once. */
function wholeOf<Item>(list: ListResult<Item> | null | undefined): Item[] | undefined {
  return list && list.items.length < list.perPage ? list.items : undefined;
}
