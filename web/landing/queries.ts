import { queryOptions } from '@tanstack/react-query';
import { SESSION_STATUSES } from '#domain/sessions/session.ts';
import { readList, startedList } from '#web/api/lists.ts';
import { CLIENT_GONE } from '#web/sessions/queries.ts';
import type { DaySession } from '#web/landing/day.ts';
import { countOf, dayList } from '#web/landing/lists.ts';

/** The number of a practitioner's records in a collection. */
export function countQuery(collection: 'clients' | 'sessions' | 'blog_posts') {
  const list = countOf(collection);
  return queryOptions({
    queryKey: [collection, 'count'],
    initialData: () => startedList(list)?.totalItems,
    queryFn: async ({ signal }) => (await readList(list, signal)).totalItems,
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
  const list = dayList(Temporal.PlainDate.from(date), timeZone);
  return queryOptions({
    queryKey: ['sessions', 'day', date, timeZone],
    initialData: () => startedList<SessionAnswer>(list)?.items.map(toDaySession),
    queryFn: async ({ signal }) => (await readList<SessionAnswer>(list, signal)).items.map(toDaySession),
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
