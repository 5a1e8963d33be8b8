import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListResult } from 'pocketbase';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { StoredInstant } from '#domain/time/instant.ts';
import { listOptions, readList } from '#web/ground/api/lists.ts';
import { awaitsMark } from '#web/practice/sessions/day/day.ts';
import type { DaySession } from '#web/practice/sessions/day/day.ts';
import { dayList, openList, rowList } from '#web/practice/sessions/day/lists.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';

type RowRecord = SessionTimeRecord & { expand?: { client?: { name: string } } };

/** The sessions of a day ('YYYY-MM-DD' in the zone) and of the one before, from which a late one can still run. */
export function dayQuery(date: string, timeZone: string) {
  const list = dayList(Temporal.PlainDate.from(date), timeZone);
  return listOptions<RowRecord, DaySession[]>(['sessions', 'day', date, timeZone], list, ({ items }) =>
    items.flatMap(rowOf),
  );
}

/** The newest of some sessions, and how many there are. */
interface NewestSessions {
  rows: DaySession[];
  total: number;
}

/**
 * The first sessions that began before `boundary` and have no final status, those included that still run. The last
 * quarter of an hour is boundary enough: no session is shorter.
 */
export function openSessionsQuery(boundary: StoredInstant, count: number) {
  const key = ['sessions', 'open', boundary, count];
  return { ...listOptions(key, openList(boundary, count), newestOf), placeholderData: keepPreviousData };
}

function newestOf({ items, totalItems }: ListResult<RowRecord>): NewestSessions {
  const rows = items.flatMap(rowOf);
  return { rows, total: totalItems - items.length + rows.length };
}

/** Those among the open sessions whose time has passed. */
export function waitingAt({ rows, total }: NewestSessions, now: Temporal.Instant): NewestSessions {
  const waiting = rows.filter((session) => awaitsMark(session, now));
  return { rows: waiting, total: total - rows.length + waiting.length };
}

/** One session for a row; null once it is deleted. */
export function sessionRowQuery(id: string | null) {
  return queryOptions({
    queryKey: ['sessions', 'row', id],
    enabled: id !== null,
    queryFn: async ({ signal }) =>
      (await readList<RowRecord>(rowList(id ?? ''), signal)).items.flatMap(rowOf)[0] ?? null,
  });
}

/** No row for a session whose client is gone (SESSION-01). */
function rowOf({ id, date, duration, status, series, expand }: RowRecord): DaySession[] {
  const client = expand?.client;
  return client ? [{ id, start: parseStoredInstant(date), duration, status, series, client: client.name }] : [];
}
