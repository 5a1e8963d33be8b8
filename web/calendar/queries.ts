import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { StoredInstant } from '#domain/time/instant.ts';
import { pb } from '#web/api/client.ts';
import { ownId } from '#web/api/session.ts';
import type { CalendarSession } from '#web/calendar/sessions-by-day.ts';

/** The key prefix of every loaded range. */
export const RANGES = ['sessions', 'range'] as const;

/** The sessions that begin within a half-open span of stored instants, without their texts. */
export function rangeQuery({ from, to }: { from: StoredInstant; to: StoredInstant }) {
  const user = ownId();
  return queryOptions({
    queryKey: [...RANGES, from, to],
    queryFn: ({ signal }) =>
      pb.collection('sessions').getFullList<CalendarSession>({
        filter: pb.filter('user = {:user} && date >= {:from} && date < {:to}', { user, from, to }),
        sort: 'date',
        expand: 'client',
        fields: 'id,date,duration,status,client,expand.client.name',
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
