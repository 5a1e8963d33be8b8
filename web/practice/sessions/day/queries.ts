import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListResult } from 'pocketbase';
import { type NamedClient, toldApart } from '#domain/clients/told-apart.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { listOptions, readList } from '#web/ground/api/lists.ts';
import type { ClientPlaceRecord } from '#web/practice/places/place-words.ts';
import { awaitsMark } from '#web/practice/sessions/day/day.ts';
import type { DaySession } from '#web/practice/sessions/day/day.ts';
import { dayList, openList, openOfDayList, rowList } from '#web/practice/sessions/day/lists.ts';
import type { PricedSession } from '#web/practice/money/priced.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';

type RowRecord = SessionTimeRecord &
  Pick<PricedSession, 'price' | 'waived'> & {
    client: string;
    place: string;
    expand?: { client?: NamedClient & ClientPlaceRecord };
  };

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

/** The newest sessions without a final status that began before `today`, including one that still runs. */
export function openSessionsQuery(today: Temporal.PlainDate, timeZone: string, count: number) {
  const key = ['sessions', 'open', today.toString(), timeZone, count];
  return { ...listOptions(key, openList(today, timeZone, count), newestOf), placeholderData: keepPreviousData };
}

/** Reads the sessions of a day that have no final status, by time. */
export async function readOpenOfDay(day: Temporal.PlainDate, timeZone: string): Promise<DaySession[]> {
  const { items } = await readList<RowRecord>(openOfDayList(day, timeZone), new AbortController().signal);
  return items.flatMap(rowOf);
}

function newestOf({ items, totalItems }: ListResult<RowRecord>): NewestSessions {
  const rows = items.flatMap(rowOf);
  return { rows, total: totalItems - items.length + rows.length };
}

/** Those of the open sessions that were over before today; one that reaches into today is in today's sheet. */
export function waitingBefore(
  { rows, total }: NewestSessions,
  today: Temporal.PlainDate,
  timeZone: string,
): NewestSessions {
  const midnight = today.toZonedDateTime(timeZone).toInstant();
  const waiting = rows.filter((session) => awaitsMark(session, midnight));
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

/** Returns no row for a session whose client is deleted (SESSION-01). */
function rowOf({ client: clientId, date, place, expand, ...row }: RowRecord): DaySession[] {
  const client = expand?.client;
  if (!client) return [];
  const start = parseStoredInstant(date);
  const where = { session: { place }, client };
  return [{ ...row, start, where, client: toldApart(client), clientId }];
}
