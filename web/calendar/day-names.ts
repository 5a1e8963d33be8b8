import { wallTimeOf } from '#domain/time/wall-time.ts';
import { showDayAndMonth, showWeekday } from '#web/format/dates.ts';
import { counted, SESSIONS } from '#web/format/plural.ts';

export const WEEKDAYS = [
  { short: 'пн', full: 'понедельник' },
  { short: 'вт', full: 'вторник' },
  { short: 'ср', full: 'среда' },
  { short: 'чт', full: 'четверг' },
  { short: 'пт', full: 'пятница' },
  { short: 'сб', full: 'суббота' },
  { short: 'вс', full: 'воскресенье' },
] as const;

/** 'пн' */
export function showShortWeekday(date: Temporal.PlainDate): string {
  return WEEKDAYS[date.dayOfWeek - 1]?.short ?? '';
}

/** 'среда, 18 ноября, 12:30' */
export function nameMoment(date: Temporal.PlainDate, minutes: number): string {
  return `${showWeekday(date)}, ${showDayAndMonth(date)}, ${wallTimeOf(minutes)}`;
}

/**
 * 'среда, 18 ноября, 4 сессии, сегодня': a day for those who do not see its place in the grid. Null sessions are not
 * counted yet.
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
