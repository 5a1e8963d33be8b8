import type { NamedClient } from '#domain/clients/told-apart.ts';
import { holdsTime } from '#domain/sessions/session.ts';
import { dayParts } from '#domain/time/day-parts.ts';
import { showHours } from '#web/ground/format/duration.ts';
import { zoned } from '#web/ground/format/dates.ts';
import { counted, REQUESTS, SESSIONS } from '#web/ground/format/plural.ts';
import { notHeld } from '#web/practice/sessions/not-held.ts';
import type { LetterReader } from '#web/practice/letters/letter-address.ts';
import type { OnDay } from '#web/practice/sessions/part-words.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';

/** A session as the calendar reads it, without its texts. */
export interface CalendarSession extends SessionTimeRecord {
  client: string;
  expand?: { client?: NamedClient & LetterReader };
}

/** A session, or its part, on a day. */
export interface DaySession extends OnDay {
  session: CalendarSession;
}

/** Sessions by the local days ('YYYY-MM-DD' in the zone) that they reach into, sorted by time. */
export type SessionDays = ReadonlyMap<string, readonly DaySession[]>;

export function sessionsByDay(sessions: readonly CalendarSession[], timeZone: string): SessionDays {
  return placedByDay(
    sessions,
    timeZone,
    ({ duration }) => duration,
    (session, on) => ({ session, ...on }),
  );
}

/** Places records on the local days that they reach into, sorted by time. */
export function placedByDay<Item extends { id: string; date: string }, Placed>(
  items: readonly Item[],
  timeZone: string,
  minutesOf: (item: Item) => number,
  place: (item: Item, on: OnDay) => Placed,
): Map<string, Placed[]> {
  const starting = items.flatMap((item) => {
    const start = zoned(item.date, timeZone);
    return start ? [{ item, start }] : [];
  });
  starting.sort((a, b) => Temporal.ZonedDateTime.compare(a.start, b.start) || compareIds(a.item.id, b.item.id));
  const days = new Map<string, Placed[]>();
  for (const { item, start } of starting) {
    for (const part of dayParts(start, minutesOf(item))) {
      const day = part.date.toString();
      const placed = place(item, { start, part });
      const others = days.get(day);
      if (others) others.push(placed);
      else days.set(day, [placed]);
    }
  }
  return days;
}

/**
 * '4 сессии, 4 часа, 1 заявка'; the hours are those within the day and exclude cancelled sessions, as in '3 сессии, 2
 * часа, 1 отмена'. Empty for an empty day.
 */
export function showDayLoad(sessions: readonly DaySession[], requests = 0): string {
  const held = sessions.filter(({ session }) => holdsTime(session.status));
  const minutes = held.reduce((sum, { part }) => sum + part.minutes, 0);
  const parts = [
    sessions.length > 0 && counted(sessions.length, SESSIONS),
    minutes > 0 && showHours(minutes),
    ...notHeld(sessions.map(({ session }) => session)),
    requests > 0 && counted(requests, REQUESTS),
  ];
  return parts.filter(Boolean).join(', ');
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
