import { daySpan } from '#domain/time/day-span.ts';
import { filled } from '#web/api/filter.ts';
import { COUNT, type ListRequest } from '#web/api/list-request.ts';

/** The number of a practitioner's records in a collection. */
export function countOf(collection: 'clients' | 'sessions' | 'blog_posts'): ListRequest {
  return { collection, ...COUNT };
}

/** The sessions of one calendar day in `timeZone` that are not cancelled, by time. */
export function dayList(day: Temporal.PlainDate, timeZone: string): ListRequest {
  return {
    collection: 'sessions',
    page: 1,
    perPage: 50,
    skipTotal: true,
    filter: filled("date >= {:from} && date < {:to} && status != 'canceled'", daySpan(day, day, timeZone)),
    sort: 'date',
    expand: 'client',
    fields: 'id,date,duration,status,expand.client.name',
  };
}
