import { WALL_TIME } from '#domain/time/wall-time.ts';
import { showDayAndMonth, showWeekday } from '#web/ground/format/dates.ts';

/** 'пятница, 27 ноября, 15:00': the wished day and time of an address; null without a valid day. */
export function wishWords({ date, time }: { date?: string; time?: string }): string | null {
  const day = readDay(date);
  if (!day) return null;
  const words = `${showWeekday(day)}, ${showDayAndMonth(day).replace(' ', '\u00A0')}`;
  return time && WALL_TIME.test(time) ? `${words}, ${time}` : words;
}

function readDay(text: string | undefined): Temporal.PlainDate | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return null;
  }
}
