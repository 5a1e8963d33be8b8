import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { StoredInstant } from '#domain/time/instant.ts';
import { pb } from '#web/api/client.ts';
import { ownId } from '#web/api/session.ts';
import type { CalendarRequest } from '#web/calendar/calendar-entries.ts';
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

/** The waiting requests for times within a half-open span; those that hold their time no longer still wait. */
export function waitingQuery({ from, to }: { from: StoredInstant; to: StoredInstant }) {
  const user = ownId();
  return queryOptions({
    queryKey: ['booking', 'range', from, to],
    queryFn: ({ signal }) =>
      pb.collection('booking').getFullList<CalendarRequest>({
        filter: pb.filter("user = {:user} && status = 'pending' && date >= {:from} && date < {:to}", {
          user,
          from,
          to,
        }),
        sort: 'date',
        fields: 'id,name,date,held_since',
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
