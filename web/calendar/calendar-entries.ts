import type { BookingRecord } from '#web/booking/queries.ts';
import { placedByDay } from '#web/calendar/sessions-by-day.ts';
import type { DaySession, SessionDays } from '#web/calendar/sessions-by-day.ts';

/** A waiting request as the calendar reads it. */
export type CalendarRequest = Pick<BookingRecord, 'id' | 'name' | 'date' | 'held_since'>;

/** A waiting request and its start in the practitioner's zone. */
export interface DayRequest {
  request: CalendarRequest;
  start: Temporal.ZonedDateTime;
}

/** Everything on the shown days, by local day. */
export interface CalendarEntries {
  sessions: SessionDays;
  requests: ReadonlyMap<string, readonly DayRequest[]>;
}

/** What stands on one day. */
export interface DayEntries {
  sessions: readonly DaySession[];
  requests: readonly DayRequest[];
}

export const NOTHING: DayEntries = { sessions: [], requests: [] };

export function requestsByDay(requests: readonly CalendarRequest[], timeZone: string): CalendarEntries['requests'] {
  return placedByDay(requests, timeZone, (request, start) => ({ request, start }));
}

export function entriesOn(date: Temporal.PlainDate, { sessions, requests }: CalendarEntries): DayEntries {
  const day = date.toString();
  return { sessions: sessions.get(day) ?? NOTHING.sessions, requests: requests.get(day) ?? NOTHING.requests };
}

/** Sessions and requests of a day by time. */
export function inOrder({ sessions, requests }: DayEntries): (DaySession | DayRequest)[] {
  return [...sessions, ...requests].toSorted((a, b) => Temporal.ZonedDateTime.compare(a.start, b.start));
}
