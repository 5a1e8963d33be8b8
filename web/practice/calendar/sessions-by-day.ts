import { holdsTime } from '#domain/sessions/session.ts';
import { showHours } from '#web/ground/format/duration.ts';
import { zoned } from '#web/ground/format/dates.ts';
import { CANCELLATIONS, counted, REQUESTS, SESSIONS } from '#web/ground/format/plural.ts';
import type { LetterReader } from '#web/practice/sessions/letter-address.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';

/** A session as the calendar reads it, without its texts. */
export interface CalendarSession extends SessionTimeRecord {
  client: string;
  expand?: { client?: { name: string } & LetterReader };
}

/** A session and its start in the practitioner's zone. */
export interface DaySession {
  session: CalendarSession;
  start: Temporal.ZonedDateTime;
}

/** Sessions by the local day ('YYYY-MM-DD' in the zone) on which they begin, sorted by time. */
export type SessionDays = ReadonlyMap<string, readonly DaySession[]>;

export function sessionsByDay(sessions: readonly CalendarSession[], timeZone: string): SessionDays {
  return placedByDay(sessions, timeZone, (session, start) => ({ session, start }));
}

/** Places records on the local days on which they begin, sorted by time. */
export function placedByDay<Item extends { id: string; date: string }, Placed>(
  items: readonly Item[],
  timeZone: string,
  place: (item: Item, start: Temporal.ZonedDateTime) => Placed,
): Map<string, Placed[]> {
  const starting = items.flatMap((item) => {
    const start = zoned(item.date, timeZone);
    return start ? [{ item, start }] : [];
  });
  starting.sort((a, b) => Temporal.ZonedDateTime.compare(a.start, b.start) || compareIds(a.item.id, b.item.id));
  const days = new Map<string, Placed[]>();
  for (const { item, start } of starting) {
    const day = start.toPlainDate().toString();
    const others = days.get(day);
    if (others) others.push(place(item, start));
    else days.set(day, [place(item, start)]);
  }
  return days;
}

/**
 * '4 сессии, 4 часа, 1 заявка'; the hours exclude cancelled sessions, as in '3 сессии, 2 часа, 1 отмена'. Empty for an
 * empty day.
 */
export function showDayLoad(sessions: readonly DaySession[], requests = 0): string {
  const held = sessions.filter(({ session }) => holdsTime(session.status));
  const minutes = held.reduce((sum, { session }) => sum + session.duration, 0);
  const canceled = sessions.length - held.length;
  const parts = [
    sessions.length > 0 && counted(sessions.length, SESSIONS),
    minutes > 0 && showHours(minutes),
    canceled > 0 && counted(canceled, CANCELLATIONS),
    requests > 0 && counted(requests, REQUESTS),
  ];
  return parts.filter(Boolean).join(', ');
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
