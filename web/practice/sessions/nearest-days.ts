import { parseStoredInstant } from '#domain/time/instant.ts';
import type { StoredInstant } from '#domain/time/instant.ts';

/** How many days are shown at once. */
const DAYS_SHOWN = 14;

export interface SessionDay<Session> {
  date: Temporal.PlainDate;
  sessions: Session[];
}

/** Groups sessions by the day of the zone on which they begin. `sessions` are sorted by time, and so are the days. */
export function daysOf<Session extends { id: string; date: StoredInstant }>(
  sessions: readonly Session[],
  timeZone: string,
): SessionDay<Session>[] {
  const days: SessionDay<Session>[] = [];
  // During a refetch one session can be on two pages.
  const seen = new Set<string>();
  for (const session of sessions) {
    if (seen.has(session.id)) continue;
    seen.add(session.id);
    const date = parseStoredInstant(session.date).toZonedDateTimeISO(timeZone).toPlainDate();
    const last = days.at(-1);
    if (last?.date.equals(date)) last.sessions.push(session);
    else days.push({ date, sessions: [session] });
  }
  return days;
}

/**
 * The day before which sessions are shown: two weeks from today or, if these are empty, from the first day with
 * sessions. With `asked`, two weeks from that day.
 */
export function shownBefore(
  days: readonly SessionDay<unknown>[],
  today: Temporal.PlainDate,
  asked: Temporal.PlainDate | null,
): Temporal.PlainDate {
  const first = days[0]?.date ?? today;
  const two = today.add({ days: DAYS_SHOWN });
  const least = Temporal.PlainDate.compare(first, two) < 0 ? two : first.add({ days: DAYS_SHOWN });
  const more = asked?.add({ days: DAYS_SHOWN }) ?? least;
  return Temporal.PlainDate.compare(more, least) > 0 ? more : least;
}
