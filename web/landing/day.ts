import type { SessionStatus } from '#domain/sessions/session.ts';

/** A session of one day, as the landing shows it. */
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

/** The session that is next, or goes on right now. */
export function nextSession(sessions: DaySession[], now: Temporal.Instant): DaySession | null {
  return (
    sessions.find(
      (session) => session.status !== 'completed' && Temporal.Instant.compare(sessionEnd(session), now) > 0,
    ) ?? null
  );
}

/** A day as it might be, for those who have none of their own yet. */
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
