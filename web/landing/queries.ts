import { queryOptions } from '@tanstack/react-query';
import { printInstant } from '#domain/time/instant.ts';
import { SESSION_STATUSES } from '#domain/sessions/session.ts';
import { pb } from '#web/api/client.ts';
import { CLIENT_GONE } from '#web/sessions/queries.ts';
import type { DaySession } from '#web/landing/day.ts';

/** The number of a practitioner's records in a collection. */
export function countQuery(collection: 'clients' | 'sessions' | 'blog_posts') {
  return queryOptions({
    queryKey: [collection, 'count'],
    queryFn: async ({ signal }) => (await pb.collection(collection).getList(1, 1, { fields: 'id', signal })).totalItems,
  });
}

interface SessionAnswer {
  id: string;
  date: string;
  duration: number;
  status: string;
  expand?: { client?: { name: string } };
}

/** The sessions of one calendar day in `timeZone` that are not cancelled, by time. */
export function dayQuery(date: string, timeZone: string) {
  return queryOptions({
    queryKey: ['sessions', 'day', date, timeZone],
    queryFn: async ({ signal }): Promise<DaySession[]> => {
      const day = Temporal.PlainDate.from(date);
      const from = printInstant(day.toZonedDateTime(timeZone).toInstant());
      const to = printInstant(day.add({ days: 1 }).toZonedDateTime(timeZone).toInstant());
      const page = await pb.collection('sessions').getList<SessionAnswer>(1, 50, {
        filter: pb.filter("date >= {:from} && date < {:to} && status != 'canceled'", { from, to }),
        sort: 'date',
        expand: 'client',
        fields: 'id,date,duration,status,expand.client.name',
        skipTotal: true,
        signal,
      });
      return page.items.map(toDaySession);
    },
  });
}

function toDaySession(answer: SessionAnswer): DaySession {
  return {
    id: answer.id,
    start: Temporal.Instant.from(answer.date),
    duration: answer.duration,
    status: SESSION_STATUSES.find((status) => status === answer.status) ?? 'reserved',
    client: answer.expand?.client?.name ?? CLIENT_GONE,
  };
}
