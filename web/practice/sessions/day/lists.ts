import { daySpan } from '#domain/time/day-span.ts';
import { filled } from '#web/ground/api/filter.ts';
import type { ListRequest } from '#web/ground/api/list-request.ts';

/** The limit of one request; no day has more sessions. */
const DAY_AT_MOST = 200;

/** How many sessions that wait for a mark are read at once. */
export const WAITING_PAGE = 20;

/** The request for the fields that a row shows. */
const ROWS = {
  collection: 'sessions',
  page: 1,
  expand: 'client',
  fields:
    'id,client,date,duration,status,outcome,series,place,price,waived,expand.client.name,expand.client.namesake,expand.client.phone,expand.client.place,expand.client.place_link',
};

/** The sessions of a day and of the one before, from which a late one can still run. */
export function dayList(day: Temporal.PlainDate, timeZone: string): ListRequest {
  const span = daySpan(day.subtract({ days: 1 }), day, timeZone);
  const filter = filled('date >= {:from} && date < {:to}', span);
  return { ...ROWS, perPage: DAY_AT_MOST, skipTotal: true, filter, sort: '-date' };
}

const OPEN = "status != 'canceled' && status != 'completed' && client != ''";

/** The newest sessions of the days before `today` that have no final status. */
export function openList(today: Temporal.PlainDate, timeZone: string, count: number): ListRequest {
  const { from } = daySpan(today, today, timeZone);
  const filter = `${filled('date < {:from}', { from })} && ${OPEN}`;
  return { ...ROWS, perPage: count, skipTotal: false, filter, sort: '-date' };
}

/** The sessions of a day that have no final status. */
export function openOfDayList(day: Temporal.PlainDate, timeZone: string): ListRequest {
  const filter = `${filled('date >= {:from} && date < {:to}', daySpan(day, day, timeZone))} && ${OPEN}`;
  return { ...ROWS, perPage: DAY_AT_MOST, skipTotal: true, filter, sort: 'date' };
}

/** One session. */
export function rowList(id: string): ListRequest {
  return { ...ROWS, perPage: 1, skipTotal: true, filter: filled('id = {:id}', { id }) };
}
