import { wallTimeOf } from '#domain/time/wall-time.ts';
import type { DayEntries } from '#web/practice/calendar/calendar-entries.ts';
import { showDayAndMonth, showWeekday } from '#web/ground/format/dates.ts';
import { counted, REQUESTS, SESSIONS } from '#web/ground/format/plural.ts';
import { notHeld } from '#web/practice/sessions/not-held.ts';
import { WEEKDAYS } from '#web/ground/format/weekdays.ts';

/** 'пн' */
export function showShortWeekday(date: Temporal.PlainDate): string {
  return WEEKDAYS[date.dayOfWeek - 1]?.short ?? '';
}

/** 'среда, 18 ноября, 12:30' */
export function nameMoment(date: Temporal.PlainDate, minutes: number): string {
  return `${showWeekday(date)}, ${showDayAndMonth(date)}, ${wallTimeOf(minutes)}`;
}

/** The search parameters for planning a session at a time of the shown days, including the view to return to. */
export function wishAt(days: readonly Temporal.PlainDate[], date: Temporal.PlainDate, minutes: number) {
  return { date: date.toString(), time: wallTimeOf(minutes), view: days.length === 1 ? 'day' : 'week' };
}

/** The number of entries of a day; `sessions` is null until they are counted. */
export interface DayCount {
  sessions: number | null;
  /** Those not held, in words: '1 отмена', '1 неявка'. */
  notHeld: string[];
  requests: number;
  off: boolean;
}

/** `sessions` is null until they are loaded. */
export function countOf({ sessions, requests, off }: DayEntries, loading: boolean): DayCount {
  return {
    sessions: sessions.length === 0 && loading ? null : sessions.length,
    notHeld: notHeld(sessions.map(({ session }) => session)),
    requests: requests.length,
    off,
  };
}

/** 'среда, 18 ноября, 4 сессии, 1 отмена, сегодня': a day for screen reader users, who do not see its place in the grid. */
export function nameDay(date: Temporal.PlainDate, count: DayCount, today: Temporal.PlainDate): string {
  const { before, after } = wordsAround(date, count, today);
  return `${before}${date.day}${after}`;
}

/** The same words, split around the number of the day. */
export function wordsAround(
  date: Temporal.PlainDate,
  { sessions, notHeld: lost, requests, off }: DayCount,
  today: Temporal.PlainDate,
): { before: string; after: string } {
  const parts = [
    showDayAndMonth(date).replace(/^\d+/, ''),
    off && 'выходной',
    sessions === 0 ? 'сессий нет' : sessions !== null && counted(sessions, SESSIONS),
    ...lost,
    requests > 0 && counted(requests, REQUESTS),
    date.equals(today) && 'сегодня',
  ];
  return { before: `${showWeekday(date)}, `, after: parts.filter(Boolean).join(', ') };
}
