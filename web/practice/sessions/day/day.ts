import { holdsTime } from '#domain/sessions/session.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import { showHours } from '#web/ground/format/duration.ts';
import { CANCELLATIONS, counted, SESSIONS } from '#web/ground/format/plural.ts';

/** How a row opens its session: by a function, by its address, or not at all. */
export type OpenBy = ((id: string, write?: boolean) => void) | 'address' | null;

/** A session with the fields of a row. */
export interface DaySession {
  id: string;
  start: Temporal.Instant;
  /** Minutes. */
  duration: number;
  status: SessionStatus;
  client: string;
  /** '' for a single session. */
  series: string;
}

export function sessionEnd({ start, duration }: DaySession): Temporal.Instant {
  return start.add({ minutes: duration });
}

function hasEnded(session: DaySession, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(sessionEnd(session), now) <= 0;
}

/** Its outcome is not noted yet. */
export function isOpen({ status }: Pick<DaySession, 'status'>): boolean {
  return status === 'scheduled' || status === 'reserved';
}

/** Its time has passed, and whether it took place is not noted yet (SESSION-13). */
export function awaitsMark(session: DaySession, now: Temporal.Instant): boolean {
  return isOpen(session) && hasEnded(session, now);
}

/**
 * The sessions that begin on the practitioner's day, in order of time, after those of the evening before that still run
 * at `now`. A session lasts a day at most.
 */
export function sessionsOfDay(
  sessions: readonly DaySession[],
  day: Temporal.PlainDate,
  timeZone: string,
  now: Temporal.Instant,
): DaySession[] {
  return sessions
    .filter((session) => {
      const days = day.until(session.start.toZonedDateTimeISO(timeZone).toPlainDate()).days;
      return days === 0 || (days < 0 && isOpen(session) && !hasEnded(session, now));
    })
    .toSorted((a, b) => Temporal.Instant.compare(a.start, b.start));
}

/** The current session, or the next one. */
export function nextSession(sessions: readonly DaySession[], now: Temporal.Instant): DaySession | null {
  return sessions.find((session) => isOpen(session) && !hasEnded(session, now)) ?? null;
}

/** The row before which the line of the current time stands: between two rows, or nowhere (-1). */
export function rowAfterNow(sessions: readonly DaySession[], now: Temporal.Instant): number {
  const index = sessions.findIndex(({ start }) => Temporal.Instant.compare(start, now) > 0);
  return index > 0 ? index : -1;
}

/** '4 сессии, 4 часа, 1 отмена': cancelled sessions are not among the planned ones. */
export function showPlanned(sessions: readonly DaySession[]): string {
  const held = sessions.filter(({ status }) => holdsTime(status));
  const canceled = sessions.length - held.length;
  const parts = [
    held.length > 0 && counted(held.length, SESSIONS),
    held.length > 0 && showHours(held.reduce((sum, { duration }) => sum + duration, 0)),
    canceled > 0 && counted(canceled, CANCELLATIONS),
  ];
  return parts.filter(Boolean).join(', ');
}
