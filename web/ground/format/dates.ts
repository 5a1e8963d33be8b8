import { readInstant } from '#domain/time/instant.ts';

/**
 * Caches formatters, one per format and from its first use, because creating one is expensive. Dates of Temporal's
 * polyfill do not work with `Intl`.
 */
function formatter(options: Intl.DateTimeFormatOptions): (date: Temporal.PlainDate) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) =>
    (format ??= new Intl.DateTimeFormat('ru', { ...options, timeZone: 'UTC' })).format(
      date.toZonedDateTime('UTC').epochMilliseconds,
    );
}

const dayInWords = formatter({ weekday: 'long', day: 'numeric', month: 'long' });
const dayAndMonth = formatter({ day: 'numeric', month: 'long' });
const weekday = formatter({ weekday: 'long' });
const monthName = formatter({ month: 'long' });

/**
 * Formats days and times. Instants are in stored form and shown in `timeZone`, the practitioner's; calendar dates
 * ('YYYY-MM-DD') have no zone and are never shifted.
 */

/** The stored instant in a zone; null for an invalid instant such as an empty text. */
export function zoned(instant: string, timeZone: string): Temporal.ZonedDateTime | null {
  return readInstant(instant)?.toZonedDateTimeISO(timeZone) ?? null;
}

/** '18.11.2026' */
export function showDate(date: Temporal.PlainDate | Temporal.ZonedDateTime): string {
  return `${two(date.day)}.${two(date.month)}.${String(date.year).padStart(4, '0')}`;
}

/** '15:00' */
export function showTime(time: Temporal.ZonedDateTime | Temporal.PlainTime): string {
  return `${two(time.hour)}:${two(time.minute)}`;
}

/** '18.11.2026 15:00', specification §9; empty for an invalid instant. */
export function showInstant(instant: string, timeZone: string): string {
  const time = zoned(instant, timeZone);
  return time ? `${showDate(time)} ${showTime(time)}` : '';
}

/** '18.11.2026' of an instant in a zone; empty for an invalid instant. */
export function showInstantDate(instant: string, timeZone: string): string {
  const time = zoned(instant, timeZone);
  return time ? showDate(time) : '';
}

/** 'Среда, 18 ноября' */
export function showDayInWords(date: Temporal.PlainDate): string {
  return capital(dayInWords(date));
}

/** 'Сегодня, среда, 18 ноября', 'Завтра, четверг, 19 ноября', 'Пятница, 20 ноября', 'Пятница, 1 января 2027' */
export function showDayFrom(today: Temporal.PlainDate, date: Temporal.PlainDate): string {
  const words = date.year === today.year ? showDayInWords(date) : `${showDayInWords(date)} ${date.year}`;
  const near = ['Сегодня', 'Завтра'][today.until(date).days];
  return near ? `${near}, ${uncapital(words)}` : words;
}

/** '18 ноября' */
export function showDayAndMonth(date: Temporal.PlainDate): string {
  return dayAndMonth(date);
}

/** 'среда' */
export function showWeekday(date: Temporal.PlainDate): string {
  return weekday(date);
}

/** 'среда, 18 ноября, 12:30' */
export function showDayAndTime(moment: Temporal.ZonedDateTime): string {
  const date = moment.toPlainDate();
  return `${showWeekday(date)}, ${showDayAndMonth(date).replace(' ', '\u00A0')}, ${showTime(moment)}`;
}

/** 'ноябрь' */
export function showMonthName(month: Temporal.PlainYearMonth): string {
  return monthName(month.toPlainDate({ day: 1 }));
}

/** 'Ноябрь 2026' */
export function showMonth(month: Temporal.PlainYearMonth): string {
  return `${capital(showMonthName(month))} ${month.year}`;
}

/** '16–22 ноября', '30 ноября – 6 декабря'; a row of text never begins with the dash. */
export function showDayRange(first: Temporal.PlainDate, last: Temporal.PlainDate): string {
  if (first.month === last.month) return `${first.day}–${showDayAndMonth(last)}`;
  return `${showDayAndMonth(first)}\u00A0– ${showDayAndMonth(last)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** For the middle of a sentence. */
export function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
