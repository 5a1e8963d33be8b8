import type { ListResult } from 'pocketbase';
import { pb } from '#web/ground/api/client.ts';
import { type ListRequest, listText } from '#web/ground/api/list-request.ts';

declare global {
  interface Window {
    /** The lists that the page requests while the program is still loading (web/head-start.ts). */
    startedLists?: { user: string; texts: string[]; at: number; lists: Promise<StartedLists | null> };
  }
}

/** How long the sign-in waits for the lists, in milliseconds; later ones are dropped. */
const PATIENCE = 700;
/** The age at which a list is read again, in milliseconds. */
const OLDEST = 30_000;

/** In the order of their requests; null in place of one that failed. */
type StartedLists = readonly (ListResult<unknown> | null)[];

/** The lists that came with the page, for the person who was signed in then. */
const started = new Map<string, ListResult<unknown>>();
let reader = '';
let readAt = 0;

/** Waits for the lists that the page has requested; without them screens send their own requests. */
export async function readStartedLists(): Promise<void> {
  const { startedLists } = window;
  delete window.startedLists;
  if (!startedLists) return;
  const { user, texts, at, lists } = startedLists;
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null));
  const read = await Promise.race([lists, late]);
  [reader, readAt] = [user, at];
  texts.forEach((text, index) => {
    const list = read?.[index];
    if (list) started.set(text, list);
  });
}

/** The list that came with the page; good for one use, as the initial data of a query dated by `startedAt`. */
export function startedList<Item>(request: ListRequest): ListResult<Item> | undefined {
  const usable = pb.authStore.record?.id === reader && Date.now() - readAt <= OLDEST;
  if (started.size === 0 || !usable) return undefined;
  const text = listText(request);
  const list = started.get(text);
  started.delete(text);
  return list as ListResult<Item> | undefined;
}

/** When the page requested its lists: its queries' data is as old as that. */
export function startedAt(): number {
  return readAt;
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
