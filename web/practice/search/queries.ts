import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { StoredInstant } from '#domain/time/instant.ts';
import { firstRows } from '#web/ground/api/first-rows.ts';
import { ownId } from '#web/ground/api/session.ts';
import { type FoundSession, MOST } from '#web/practice/search/found.ts';
import { SHOWN_CLIENT } from '#web/practice/sessions/shown-client.ts';
import { listFilter } from '#web/practice/sessions/session-filter.ts';
import type { SessionSearch } from '#web/practice/sessions/day/session-search.ts';

/** Results leave the cache soon; they serve only the next letter and Back. */
export const FORGET = { gcTime: 60_000, placeholderData: keepPreviousData } as const;

/** Sessions by client name, phone or date: the nearest after `boundary`, or the latest before it. */
export function foundSessionsQuery(part: 'upcoming' | 'past', boundary: StoredInstant, search: SessionSearch) {
  return queryOptions({
    ...FORGET,
    queryKey: ['sessions', 'found', part, boundary, search],
    enabled: search.by !== 'nothing',
    queryFn: ({ signal }) =>
      firstRows<FoundSession>('sessions', MOST.sessions + 1, {
        filter: listFilter({ user: ownId(), part, boundary, search }),
        sort: part === 'upcoming' ? 'date' : '-date',
        expand: 'client',
        fields: `id,date,${SHOWN_CLIENT}`,
        signal,
      }),
  });
}
