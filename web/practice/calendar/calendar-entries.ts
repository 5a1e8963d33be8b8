import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import { isDayOff } from '#domain/availability/days-off.ts';
import type { DayOff } from '#domain/profiles/profile.ts';
import type { BookingRecord } from '#web/practice/booking/queries.ts';
import { placedByDay, showDayLoad } from '#web/practice/calendar/sessions-by-day.ts';
import type { DaySession, SessionDays } from '#web/practice/calendar/sessions-by-day.ts';
import type { OnDay } from '#web/practice/sessions/part-words.ts';

/** A waiting request as the calendar reads it. */
export type CalendarRequest = Pick<BookingRecord, 'id' | 'name' | 'date' | 'held_since'>;

/** A waiting request, or its part, on a day. */
export interface DayRequest extends OnDay {
  request: CalendarRequest;
}

/** Everything on the shown days, by local day. */
export interface CalendarEntries {
  sessions: SessionDays;
  requests: ReadonlyMap<string, readonly DayRequest[]>;
  daysOff: readonly DayOff[];
}

/** The entries of one day. */
export interface DayEntries {
  sessions: readonly DaySession[];
  requests: readonly DayRequest[];
  /** Whether it is a day off, in contrast to a weekday without working hours. */
  off: boolean;
}

export const NO_ENTRIES: DayEntries = { sessions: [], requests: [], off: false };

export function requestsByDay(requests: readonly CalendarRequest[], timeZone: string): CalendarEntries['requests'] {
  return placedByDay(
    requests,
    timeZone,
    () => BOOKING_DURATION,
    (request, on) => ({ request, ...on }),
  );
}

export function entriesOn(date: Temporal.PlainDate, { sessions, requests, daysOff }: CalendarEntries): DayEntries {
  const day = date.toString();
  return {
    sessions: sessions.get(day) ?? NO_ENTRIES.sessions,
    requests: requests.get(day) ?? NO_ENTRIES.requests,
    off: isDayOff(day, daysOff),
  };
}

/** Sessions and requests of a day by time. */
export function inOrder({ sessions, requests }: DayEntries): (DaySession | DayRequest)[] {
  return [...sessions, ...requests].toSorted((a, b) => Temporal.ZonedDateTime.compare(a.start, b.start));
}

/** 'Выходной, 4 сессии, 4 часа, 1 заявка'; empty for an empty day. */
export function showDay({ sessions, requests, off }: DayEntries): string {
  return [off && 'Выходной', showDayLoad(sessions, requests.length)].filter(Boolean).join(', ');
}
