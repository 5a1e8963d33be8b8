import type { SessionStatus } from '#domain/sessions/session.ts';
import type { DaySession } from '#web/practice/sessions/day/day.ts';

/** An example day for guests. */
export function exampleDay(today: Temporal.PlainDate, timeZone: string): DaySession[] {
  const session = (time: string, client: string, status: SessionStatus): DaySession => ({
    id: time,
    start: today.toZonedDateTime({ timeZone, plainTime: time }).toInstant(),
    duration: 60,
    status,
    outcome: '',
    client,
    series: '',
  });
  return [
    session('10:00', 'Орлова Вера', 'completed'),
    session('12:00', 'Соловьёва Мария', 'completed'),
    session('15:00', 'Ковальчук Анна', 'scheduled'),
    session('18:00', 'Дёмин Павел', 'scheduled'),
  ];
}
