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

/** How long the start of the session waits for the lists, in milliseconds; later ones are dropped. */
const TIMEOUT_MS = 700;
/** The age at which a preloaded list is no longer used, in milliseconds. */
const MAX_AGE_MS = 30_000;

/** The limit of `GET /api/start`. */
const MOST_LISTS = 10;

/** The response of `GET /api/start`. */
export interface Start {
  /** The position in the account's events before the lists were read, see `startRealtime`. */
  position: string;
  /** In the order of their requests; null for one that failed. */
  lists: readonly (ListResult<unknown> | null)[];
}

/** The lists preloaded with the page, for the person who was signed in then. */
let started = { user: '', at: 0, position: '', lists: new Map<string, ListResult<unknown>>() };

/** The list requests that `readTogether` is collecting into one. */
let batch: { texts: string[]; response: Promise<Start | null> } | null = null;

/** Waits for the preloaded lists; without them screens send their own requests. */
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

/** Returns a preloaded list as the initial data of a query; each can be used only once. */
export function startedList<Item>(request: ListRequest): ListResult<Item> | undefined {
  const { user, at, lists } = started;
  // Lists of a day were requested by the device's clock.
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

/** The position in the account's events before this page read anything; '' if unknown. */
export function startPosition(): string {
  return started.position;
}

/** Drops the preloaded lists that no query has used: after any change of a record they are stale. */
export function dropStartedLists(): void {
  started.lists.clear();
}

export async function readList<Item>(request: ListRequest, signal: AbortSignal): Promise<ListResult<Item>> {
  const { collection, page, perPage, ...options } = request;
  const list = await fromBatch<Item>(request);
  return list ?? pb.collection(collection).getList<Item>(page, perPage, { ...options, signal });
}

/** Runs `begin` and sends all list requests that it starts as one, like the preloading of a page. */
export function readTogether<Result>(begin: () => Result): Result {
  const texts: string[] = [];
  // After `begin`, once all requests are known. If the combined request fails, each is sent separately.
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

/** The list from the combined request; null if it has to be requested separately. */
async function fromBatch<Item>(request: ListRequest): Promise<ListResult<Item> | null> {
  if (!batch || batch.texts.length === MOST_LISTS) return null;
  const index = batch.texts.push(listText(request)) - 1;
  const list = (await batch.response)?.lists[index];
  return (list ?? null) as ListResult<Item> | null;
}

/** The query for data from one page of a list; the preloaded page is its initial data. */
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

/** The query for a page of a list. */
export function pageOptions<Item>(queryKey: QueryKey, request: ListRequest) {
  return listOptions<Item, ListResult<Item>>(queryKey, request, (page) => page);
}

/** The query for a total. */
export function countOptions(queryKey: QueryKey, request: ListRequest) {
  return listOptions(queryKey, request, ({ totalItems }) => totalItems);
}

/** The query for all pages; a preloaded first page is its initial data if it is the whole list. */
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

/** The items of a page if it is the whole list, otherwise undefined. */
function wholeOf<Item>(list: ListResult<Item> | null | undefined): Item[] | undefined {
  return list && list.items.length < list.perPage ? list.items : undefined;
}
