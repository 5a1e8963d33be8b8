import { showDayFrom, showTime, uncapital } from '#web/ground/format/dates.ts';
import { counted, type Forms, plural, showNumber } from '#web/ground/format/plural.ts';
import { showUntil } from '#web/ground/format/relative-time.ts';
import type { DaySession } from '#web/practice/sessions/day/day.ts';

/** 'Добрый день, Елена': the greeting follows the hour; the name is the first word of the full name. */
export function greeting(name: string, hour: number): string {
  const first = name.trim().split(/\s+/)[0];
  const wish = hour < 5 ? 'Доброй ночи' : hour < 12 ? 'Доброе утро' : hour < 18 ? 'Добрый день' : 'Добрый вечер';
  return first ? `${wish}, ${first}` : wish;
}

const FEMININE = ['', 'одна', 'две', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'];

/** 'две новые заявки ждут ответа', '12 новых заявок ждут ответа' */
export function requestsInWords(count: number): string {
  const number = FEMININE[count] ?? showNumber(count);
  const noun = plural(count, { one: 'новая заявка ждёт', few: 'новые заявки ждут', many: 'новых заявок ждут' });
  return `${number} ${noun} ответа`;
}

/** The next session; the time is separate, so that it can stand out. */
export function nextInWords(
  next: DaySession | null,
  any: boolean,
  /** The start of the next session if it is on another day; null if there is none, or if it is shown elsewhere. */
  later: Temporal.ZonedDateTime | null,
  now: Temporal.Instant,
  timeZone: string,
): { before: string; time: string; after: string } {
  if (!next) {
    const before = any ? 'На\u00A0сегодня сессий больше нет.' : 'На\u00A0сегодня сессий нет.';
    if (!later) return { before, time: '', after: '' };
    const day = uncapital(showDayFrom(now.toZonedDateTimeISO(timeZone).toPlainDate(), later.toPlainDate())).replace(
      /(\d) /,
      '$1\u00A0',
    );
    return { before: `${before} Ближайшая\u00A0— ${day}, в\u00A0`, time: showTime(later), after: '.' };
  }
  const time = showTime(next.start.toZonedDateTimeISO(timeZone));
  const until = showUntil(next.start, now);
  return until && until !== 'сейчас'
    ? { before: 'Ближайшая сессия в\u00A0', time, after: `, ${until}.` }
    : { before: 'Сейчас идёт сессия, начало в\u00A0', time, after: '.' };
}

/** The text of a shortcut about its records; claims nothing before they are counted. */
export function countNote(count: number | undefined, forms: Forms, unknown: string, none: string): string {
  if (count === undefined) return unknown;
  return count === 0 ? none : counted(count, forms);
}
