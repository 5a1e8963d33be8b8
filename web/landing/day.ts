import type { SessionStatus } from '#domain/sessions/session.ts';

/** A session of one day, with the fields that the landing shows. */
export interface DaySession {
  id: string;
  start: Temporal.Instant;
  /** Minutes. */
  duration: number;
  status: SessionStatus;
  client: string;
}

export function sessionEnd(session: DaySession): Temporal.Instant {
  return session.start.add({ minutes: session.duration });
}

/** The current session, or the next one. */
export function nextSession(sessions: DaySession[], now: Temporal.Instant): DaySession | null {
  return (
    sessions.find(
      (session) => session.status !== 'completed' && Temporal.Instant.compare(sessionEnd(session), now) > 0,
    ) ?? null
  );
}

/** An example day for guests. */
export function exampleDay(today: Temporal.PlainDate, timeZone: string): DaySession[] {
  const session = (time: string, client: string, status: SessionStatus): DaySession => ({
    id: time,
    start: today.toZonedDateTime({ timeZone, plainTime: time }).toInstant(),
    duration: 60,
    status,
    client,
  });
  return [
    session('10:00', 'Орлова Вера', 'completed'),
    session('12:00', 'Соловьёва Мария', 'completed'),
    session('15:00', 'Ковальчук Анна', 'scheduled'),
    session('18:00', 'Дёмин Павел', 'scheduled'),
  ];
}
