import { holdsTime } from '#domain/sessions/session.ts';
import { showHours } from '#web/format/duration.ts';
import { zoned } from '#web/format/dates.ts';
import { counted, SESSIONS } from '#web/format/plural.ts';
import type { Forms } from '#web/format/plural.ts';
import type { SessionTimeRecord } from '#web/sessions/queries.ts';

/** A session as the calendar reads it, without its texts. */
export interface CalendarSession extends SessionTimeRecord {
  client: string;
  expand?: { client?: { name: string } };
}

/** A session and its start in the practitioner's zone. */
export interface DaySession {
  session: CalendarSession;
  start: Temporal.ZonedDateTime;
}

/** Sessions by the local day ('YYYY-MM-DD' in the zone) on which they begin, sorted by time. */
export type SessionDays = ReadonlyMap<string, readonly DaySession[]>;

export function sessionsByDay(sessions: readonly CalendarSession[], timeZone: string): SessionDays {
  const placed = sessions.flatMap((session) => {
    const start = zoned(session.date, timeZone);
    return start ? [{ session, start }] : [];
  });
  placed.sort((a, b) => Temporal.ZonedDateTime.compare(a.start, b.start) || compareIds(a.session.id, b.session.id));
  const days = new Map<string, DaySession[]>();
  for (const one of placed) {
    const day = one.start.toPlainDate().toString();
    const others = days.get(day);
    if (others) others.push(one);
    else days.set(day, [one]);
  }
  return days;
}

const CANCELLATIONS: Forms = { one: 'отмена', few: 'отмены', many: 'отмен' };

/** '4 сессии, 4 часа'; the hours exclude cancelled sessions, as in '3 сессии, 2 часа, 1 отмена'. */
export function showDayLoad(sessions: readonly DaySession[]): string {
  const held = sessions.filter(({ session }) => holdsTime(session.status));
  const minutes = held.reduce((sum, { session }) => sum + session.duration, 0);
  const canceled = sessions.length - held.length;
  const parts = [
    counted(sessions.length, SESSIONS),
    minutes > 0 && showHours(minutes),
    canceled > 0 && counted(canceled, CANCELLATIONS),
  ];
  return parts.filter(Boolean).join(', ');
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
