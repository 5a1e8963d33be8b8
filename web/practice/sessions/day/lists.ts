import { daySpan } from '#domain/time/day-span.ts';
import type { StoredInstant } from '#domain/time/instant.ts';
import { filled } from '#web/ground/api/filter.ts';
import type { ListRequest } from '#web/ground/api/list-request.ts';

/** More than any day holds. */
const DAY_AT_MOST = 200;

/** How many sessions that wait for a mark are read at once. */
export const WAITING_PAGE = 20;

/** What a row shows. */
const ROWS = {
  collection: 'sessions',
  page: 1,
  expand: 'client',
  fields: 'id,date,duration,status,series,expand.client.name',
};

/** The sessions of a day and of the one before, from which a late one can still run. */
export function dayList(day: Temporal.PlainDate, timeZone: string): ListRequest {
  const span = daySpan(day.subtract({ days: 1 }), day, timeZone);
  const filter = filled('date >= {:from} && date < {:to}', span);
  return { ...ROWS, perPage: DAY_AT_MOST, skipTotal: true, filter, sort: '-date' };
}

/** The newest sessions that began before `boundary` and have no final status. */
export function openList(boundary: StoredInstant, count: number): ListRequest {
  const filter = filled("date <= {:boundary} && status != 'canceled' && status != 'completed' && client != ''", {
    boundary,
  });
  return { ...ROWS, perPage: count, skipTotal: false, filter, sort: '-date' };
}

/** One session. */
export function rowList(id: string): ListRequest {
  return { ...ROWS, perPage: 1, skipTotal: true, filter: filled('id = {:id}', { id }) };
}
