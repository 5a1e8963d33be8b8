import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { StoredInstant } from '#domain/time/instant.ts';
import { pb } from '#web/ground/api/client.ts';
import { filled } from '#web/ground/api/filter.ts';
import { firstRows } from '#web/ground/api/first-rows.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { ownId } from '#web/ground/api/session.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';

/** A session with its texts; in the client's details only their beginnings. */
export interface WrittenSession extends SessionTimeRecord {
  news: SealedText;
  thoughts: SealedText;
}

/** How many past sessions are searched for the latest texts. */
const LOOKED_THROUGH = 8;

function ofClient(client: string): string {
  return filled('user = {:user} && client = {:client}', { user: ownId(), client });
}

/** A client's latest sessions that began at `boundary` or before, newest first. */
export function pastSessionsQuery(client: string, boundary: StoredInstant) {
  return queryOptions({
    queryKey: ['sessions', 'past-of-client', client, boundary],
    // The boundary changes every quarter of an hour. The previous data is never of another client, because each has its
    // own component.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      firstRows<WrittenSession>('sessions', LOOKED_THROUGH, {
        filter: `${ofClient(client)} && ${filled('date <= {:boundary}', { boundary })}`,
        sort: '-date',
        fields: 'id,date,duration,status,outcome,series,news:beginning(300),thoughts:beginning(300)',
        signal,
      }),
  });
}

/** How many sessions a client has, past and planned. */
export function sessionCountQuery(client: string) {
  return queryOptions({
    queryKey: ['sessions', 'count-of-client', client],
    queryFn: async ({ signal }) => {
      const page = await pb.collection('sessions').getList(1, 1, { filter: ofClient(client), fields: 'id', signal });
      return page.totalItems;
    },
  });
}

/** Every session of a client for print, newest first; loads news and thoughts only with `texts`. */
export function paperSessionsQuery(client: string, texts: boolean) {
  return queryOptions({
    queryKey: ['sessions', 'on-paper', client, texts],
    queryFn: ({ signal }) =>
      pb.collection('sessions').getFullList<WrittenSession>({
        filter: ofClient(client),
        sort: '-date',
        fields: `id,date,duration,status,outcome${texts ? ',news,thoughts' : ''}`,
        signal,
      }),
  });
}
