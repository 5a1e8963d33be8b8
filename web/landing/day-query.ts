import { queryOptions } from '@tanstack/react-query';
import { printInstant } from '#domain/time/instant.ts';
import { SESSION_STATUSES } from '#domain/sessions/session.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import { pb } from '#web/api/client.ts';

/** A session of one day, as the landing shows it. */
export interface DaySession {
  id: string;
  start: Temporal.Instant;
  /** Minutes. */
  duration: number;
  status: SessionStatus;
  client: string;
}

interface SessionAnswer {
  id: string;
  date: string;
  duration: number;
  status: string;
  expand?: { client?: { name: string } };
}

/** The sessions of one calendar day of `timeZone` that are not cancelled, by time. */
export function dayQuery(date: string, timeZone: string, enabled: boolean) {
  return queryOptions({
    queryKey: ['sessions', 'day', date, timeZone],
    enabled,
    queryFn: async ({ signal }): Promise<DaySession[]> => {
      const day = Temporal.PlainDate.from(date);
      const from = printInstant(day.toZonedDateTime(timeZone).toInstant());
      const to = printInstant(day.add({ days: 1 }).toZonedDateTime(timeZone).toInstant());
      const page = await pb.collection('sessions').getList<SessionAnswer>(1, 50, {
        filter: pb.filter("date >= {:from} && date < {:to} && status != 'canceled'", { from, to }),
        sort: 'date',
        expand: 'client',
        fields: 'id,date,duration,status,expand.client.name',
        skipTotal: true,
        signal,
      });
      return page.items.map(toDaySession);
    },
  });
}

function toDaySession(answer: SessionAnswer): DaySession {
  return {
    id: answer.id,
    start: Temporal.Instant.from(answer.date),
    duration: answer.duration,
    status: SESSION_STATUSES.find((status) => status === answer.status) ?? 'reserved',
    client: answer.expand?.client?.name ?? 'Клиент удален',
  };
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
