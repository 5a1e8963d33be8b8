import type { ListResult } from 'pocketbase';
import { pb } from '#web/api/client.ts';
import { type ListRequest, listText } from '#web/api/list-request.ts';

declare global {
  interface Window {
    /** The lists that the page requests while the program is still loading (web/head-start.ts). */
    startedLists?: { user: string; texts: string[]; response: Promise<Response> };
  }
}

/** The lists that came with the page, for the person who was signed in then. */
const started = new Map<string, ListResult<unknown>>();
let reader = '';

/** Waits for the lists that the page has requested; without them screens send their own requests. */
export async function readStartedLists(): Promise<void> {
  const { startedLists } = window;
  delete window.startedLists;
  const response = await startedLists?.response.catch(() => null);
  if (!startedLists || !response?.ok || response.headers.has('www-authenticate')) return;
  try {
    const { lists }: { lists: (ListResult<unknown> | null)[] } = await response.json();
    reader = startedLists.user;
    startedLists.texts.forEach((text, index) => {
      const list = lists[index];
      if (list) started.set(text, list);
    });
  } catch {
    // Cut off on the way: nothing has come.
  }
}

/** The list that came with the page; good for one use, as the initial data of a query. */
export function startedList<Item>(request: ListRequest): ListResult<Item> | undefined {
  if (started.size === 0 || pb.authStore.record?.id !== reader) return undefined;
  const text = listText(request);
  const list = started.get(text);
  started.delete(text);
  return list as ListResult<Item> | undefined;
}

/** Forgets the lists that no screen has taken: after a change of any record they are stale. */
export function dropStartedLists(): void {
  started.clear();
}

export function readList<Item>(request: ListRequest, signal: AbortSignal): Promise<ListResult<Item>> {
  const { collection, page, perPage, ...options } = request;
  return pb.collection(collection).getList<Item>(page, perPage, { ...options, signal });
}

/** The initial data of a query that reads page after page. */
export function firstPage<Item>(list: ListResult<Item> | undefined) {
  return list && { pages: [list], pageParams: [list.page] };
}

/** Reads all pages. */
export function readWholeList<Item>(request: ListRequest, signal: AbortSignal): Promise<Item[]> {
  const { collection, page: _page, perPage, skipTotal: _skipTotal, ...options } = request;
  return pb.collection(collection).getFullList<Item>({ ...options, batch: perPage, signal });
}

/** The initial data of a query that reads all pages, if they came at once. */
export function wholeOf<Item>(list: ListResult<Item> | undefined): Item[] | undefined {
  return list && list.items.length < list.perPage ? list.items : undefined;
}
