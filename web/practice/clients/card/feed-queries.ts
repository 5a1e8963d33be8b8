import { queryOptions } from '@tanstack/react-query';
import { statusOf } from '#web/ground/api/errors.ts';
import { filled } from '#web/ground/api/filter.ts';
import { type ListRequest, WHOLE } from '#web/ground/api/list-request.ts';
import { pageOptions, readList, wholeListOptions } from '#web/ground/api/lists.ts';
import { queryClient } from '#web/ground/api/query-client.ts';
import { ownId } from '#web/ground/api/session.ts';
import type { FeedRequest, FeedSession } from '#web/practice/clients/card/feed.ts';

/** How many entries are loaded first; the others follow. */
export const NEWEST = 12;
const MOST_AT_ONCE = 240;
/** Up to this many changed sessions are refetched individually. */
const FEW = 40;
const FIELDS = 'id,date,duration,status,outcome,series,updated';

function ofClient(client: string): string {
  return filled('user = {:user} && client = {:client}', { user: ownId(), client });
}

function sessionsList(client: string, page: number, perPage: number): ListRequest {
  return {
    collection: 'sessions',
    page,
    perPage,
    skipTotal: page > 1,
    filter: `${ofClient(client)} && (status = 'completed' || news != '' || thoughts != '')`,
    sort: '-date',
    fields: `${FIELDS},news,thoughts`,
  };
}

/** The newest sessions of a client that took place or have texts, with their total (CARD-02). */
export function newestOfFeedQuery(client: string) {
  return pageOptions<FeedSession>(['sessions', 'newest-of-feed', client], sessionsList(client, 1, NEWEST));
}

/** The whole feed, because the search, the years and print need more than the visible part. */
export function wholeFeedQuery(client: string) {
  const queryKey = ['sessions', 'whole-feed', client];
  return queryOptions({
    queryKey,
    // Short, so that a client's whole history does not stay in memory.
    gcTime: 15_000,
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryData<FeedSession[]>(queryKey);
      return (known && (await readChanged(client, known, signal))) ?? readWhole(client, MOST_AT_ONCE, signal);
    },
  });
}

/** Reads the feed in pages; if their texts exceed the limit of a response, in smaller ones. */
async function readWhole(client: string, perPage: number, signal: AbortSignal): Promise<FeedSession[]> {
  const sessions: FeedSession[] = [];
  for (let [page, size] = [1, perPage]; ;) {
    try {
      const { items } = await readList<FeedSession>(sessionsList(client, page, size), signal);
      sessions.push(...items);
      if (items.length < size) return sessions;
      page += 1;
    } catch (error) {
      if (statusOf(error) !== 400 || size <= NEWEST) throw error;
      [page, size] = [(page - 1) * 2 + 1, size / 2];
    }
  }
}

/** Reads only the texts of sessions that have changed; null if there are too many. */
async function readChanged(
  client: string,
  known: readonly FeedSession[],
  signal: AbortSignal,
): Promise<FeedSession[] | null> {
  const before = new Map(known.map((session) => [session.id, session]));
  const list = { ...sessionsList(client, 1, WHOLE.perPage), fields: FIELDS, skipTotal: true };
  const { items } = await readList<FeedSession>(list, signal);
  const changed = items.filter(({ id, updated }) => before.get(id)?.updated !== updated);
  if (items.length === WHOLE.perPage || changed.length > FEW) return null;
  const ids = changed.map(({ id }) => filled('id = {:id}', { id })).join(' || ');
  const read =
    ids === ''
      ? []
      : (
          await readList<FeedSession>(
            { ...sessionsList(client, 1, FEW), filter: `${ofClient(client)} && (${ids})` },
            signal,
          )
        ).items;
  const now = new Map(read.map((session) => [session.id, session]));
  return items.flatMap(({ id }) => now.get(id) ?? before.get(id) ?? []);
}

/** The messages of the client's requests, read from the requests themselves. */
export function clientRequestsQuery(client: string) {
  return wholeListOptions<FeedRequest>(['booking', 'of-client', client], {
    ...WHOLE,
    collection: 'booking',
    filter: ofClient(client),
    sort: '-created',
    fields: 'id,created,message',
  });
}
