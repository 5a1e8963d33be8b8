import { showDayInWords } from '#web/ground/format/dates.ts';

/** 'Сегодня, среда, 18 ноября' */
export function showToday(today: Temporal.PlainDate): string {
  const words = showDayInWords(today);
  return `Сегодня, ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
