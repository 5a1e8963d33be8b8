import { type DayPart, dayParts } from '#domain/time/day-parts.ts';
import type { PlaceFacts } from '#domain/places/place.ts';
import { holdsTime } from '#domain/sessions/session.ts';
import type { SessionOutcome, SessionStatus } from '#domain/sessions/session.ts';
import { showHours } from '#web/ground/format/duration.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import { notHeld } from '#web/practice/sessions/not-held.ts';

/** How a row opens its session: by a function, by its address, or not at all. */
export type OpenBy = ((id: string, write?: boolean) => void) | 'address' | null;

/** A session with the fields of a row. */
export interface DaySession {
  id: string;
  start: Temporal.Instant;
  /** Minutes. */
  duration: number;
  status: SessionStatus;
  outcome: SessionOutcome;
  client: string;
  /** Absent in the guests' example. */
  clientId?: string;
  /** The session's own price in kopecks; absent in the guests' example. */
  price?: number | null;
  waived?: boolean;
  /** '' for a single session. */
  series: string;
  /** The data that its place is derived from; absent in the guests' example. */
  where?: Pick<PlaceFacts, 'session' | 'client'>;
}

export function sessionEnd({ start, duration }: DaySession): Temporal.Instant {
  return start.add({ minutes: duration });
}

function hasEnded(session: DaySession, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(sessionEnd(session), now) <= 0;
}

/** Whether it has no final status yet. */
export function isOpen({ status }: Pick<DaySession, 'status'>): boolean {
  return status === 'scheduled' || status === 'reserved';
}

/** Whether it has ended without a final status, so that it waits for a mark (SESSION-13). */
export function awaitsMark(session: DaySession, now: Temporal.Instant): boolean {
  return isOpen(session) && hasEnded(session, now);
}

/** Whether it is planned and not over. */
export function isToCome(session: DaySession, now: Temporal.Instant): boolean {
  return isOpen(session) && !hasEnded(session, now);
}

/** Whether something can be due for it: held or lost sessions with a price of their own. */
export function mayOwe({ status, price, waived }: Pick<DaySession, 'status' | 'price' | 'waived'>): boolean {
  return (price ?? 0) > 0 && waived !== true && !isOpen({ status });
}

/** The sessions that reach into the practitioner's day, in order of time. */
export function sessionsOfDay(
  sessions: readonly DaySession[],
  day: Temporal.PlainDate,
  timeZone: string,
): DaySession[] {
  return sessions
    .filter((session) => partOn(day, session, timeZone) !== null)
    .toSorted((a, b) => Temporal.Instant.compare(a.start, b.start));
}

/** The part of a session that is on a day of the zone; null if none is. */
export function partOn(day: Temporal.PlainDate, { start, duration }: DaySession, timeZone: string): DayPart | null {
  return dayParts(start.toZonedDateTimeISO(timeZone), duration).find(({ date }) => date.equals(day)) ?? null;
}

/** The current session, or the next one. */
export function nextSession(sessions: readonly DaySession[], now: Temporal.Instant): DaySession | null {
  return sessions.find((session) => isToCome(session, now)) ?? null;
}

/** The row after the line of the current time; -1 unless the line is between two rows. */
export function rowAfterNow(sessions: readonly DaySession[], now: Temporal.Instant): number {
  const index = sessions.findIndex(({ start }) => Temporal.Instant.compare(start, now) > 0);
  return index > 0 ? index : -1;
}

/**
 * '4 сессии, 4 часа, 1 отмена, 1 неявка'; the hours are those within the day, without cancelled and missed sessions.
 */
export function showPlanned(sessions: readonly DaySession[], day: Temporal.PlainDate, timeZone: string): string {
  const held = sessions.filter(({ status }) => holdsTime(status));
  const parts = [
    held.length > 0 && counted(held.length, SESSIONS),
    held.length > 0 &&
      showHours(held.reduce((sum, session) => sum + (partOn(day, session, timeZone)?.minutes ?? 0), 0)),
    ...notHeld(sessions),
  ];
  return parts.filter(Boolean).join(', ');
}
