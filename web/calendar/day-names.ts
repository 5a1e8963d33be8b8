import { wallTimeOf } from '#domain/time/wall-time.ts';
import { showDayAndMonth, showWeekday } from '#web/format/dates.ts';
import { counted, SESSIONS } from '#web/format/plural.ts';
import { WEEKDAYS } from '#web/format/weekdays.ts';

/** 'пн' */
export function showShortWeekday(date: Temporal.PlainDate): string {
  return WEEKDAYS[date.dayOfWeek - 1]?.short ?? '';
}

/** 'среда, 18 ноября, 12:30' */
export function nameMoment(date: Temporal.PlainDate, minutes: number): string {
  return `${showWeekday(date)}, ${showDayAndMonth(date)}, ${wallTimeOf(minutes)}`;
}

/** The address of a session to plan at a time of the shown days, and of the way back to them. */
export function wishAt(days: readonly Temporal.PlainDate[], date: Temporal.PlainDate, minutes: number) {
  return { date: date.toString(), time: wallTimeOf(minutes), view: days.length === 1 ? 'day' : 'week' };
}

/**
 * 'среда, 18 ноября, 4 сессии, сегодня': a day for screen reader users, who do not see its place in the grid. Null
 * sessions are not counted yet.
 */
export function nameDay(date: Temporal.PlainDate, sessions: number | null, today: Temporal.PlainDate): string {
  const parts = [
    showWeekday(date),
    showDayAndMonth(date),
    sessions === 0 ? 'сессий нет' : sessions !== null && counted(sessions, SESSIONS),
    date.equals(today) && 'сегодня',
  ];
  return parts.filter(Boolean).join(', ');
}
