import { WALL_TIME } from '#domain/time/wall-time.ts';
import { capital, showDayAndMonth, showWeekday } from '#web/ground/format/dates.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';

/** 'Пятница, 27 ноября, 15:00': the day and time requested in an address; null without a valid day. */
export function wishWords({ date, time }: { date?: string; time?: string }): string | null {
  const day = readIsoDate(date);
  if (!day) return null;
  const words = `${capital(showWeekday(day))}, ${showDayAndMonth(day).replace(' ', '\u00A0')}`;
  return time && WALL_TIME.test(time) ? `${words}, ${time}` : words;
}
