import { clientSearchTerms } from '#domain/clients/client-search.ts';
import type { SearchTerms } from '#domain/clients/client-search.ts';
import { fold } from '#domain/text/fold.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { StoredInstant } from '#domain/time/instant.ts';

/** Half-open; `clock` ('HH:mm' UTC) restricts it to starts at that time of day. */
export interface Span {
  from: StoredInstant;
  to: StoredInstant;
  clock?: string;
}

/** The parsed text of the session search. */
export type SessionSearch =
  | { by: 'nothing' }
  /** Terms to find in the client's search text. */
  | { by: 'client'; terms: SearchTerms }
  /** The session starts in one of these spans; `anyYear` where what was typed names none. */
  | { by: 'time'; spans: Span[]; anyYear: boolean };

/** The years around today to search for a date typed without its year. */
const YEARS_BACK = 20;
const YEARS_AHEAD = 2;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:\s+(\d{1,2})(?::(\d{0,2}))?)?$/;
const DAY_AND_MONTH = /^(\d{1,2})\.(\d{1,2})\.?(\d{0,3})$/;
const MONTH = /^(\d{1,2})\.(\d{4})$/;
const YEAR = /^(?:19|20)\d{2}$/;
const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/**
 * Parses a search text in the format of session dates, 'dd.MM.yyyy HH:mm' (SESSION-01): a date with or without time or
 * year, a month with its year, a year, or a time. Any other text searches clients; dates and times are in `timeZone`.
 */
export function readSessionSearch(typed: string, timeZone: string, today: Temporal.PlainDate): SessionSearch {
  const text = fold(typed).trim().replace(/\s+/g, ' ');
  if (!text) return { by: 'nothing' };
  const spans = dateSpans(text, timeZone, today) ?? clockSpans(text, timeZone, today);
  const anyYear = CLOCK.test(text) || (DAY_AND_MONTH.test(text) && !MONTH.test(text));
  return spans ? { by: 'time', spans, anyYear } : { by: 'client', terms: clientSearchTerms(text) };
}

function dateSpans(text: string, timeZone: string, today: Temporal.PlainDate): Span[] | null {
  const day = DAY.exec(text);
  if (day) {
    const date = dateOf(day[3], day[2], day[1]);
    return date && timeSpans(date, timeZone, day[4], day[5]);
  }
  const month = MONTH.exec(text);
  if (month) {
    const first = dateOf(month[2], month[1], '1');
    return first && [daysSpan(first, first.add({ months: 1 }), timeZone)];
  }
  if (YEAR.test(text)) {
    const first = dateOf(text, '1', '1');
    return first && [daysSpan(first, first.add({ years: 1 }), timeZone)];
  }
  const dayAndMonth = DAY_AND_MONTH.exec(text);
  if (!dayAndMonth) return null;
  const dates = yearsAround(today)
    .filter((year) => String(year).startsWith(dayAndMonth[3] ?? ''))
    .map((year) => dateOf(String(year), dayAndMonth[2], dayAndMonth[1]))
    .filter((date) => date !== null);
  return dates.length > 0 ? dates.map((date) => daysSpan(date, date.add({ days: 1 }), timeZone)) : null;
}

/** The spans of a day that match the typed part of a time; empty for an impossible time. */
function timeSpans(
  date: Temporal.PlainDate,
  timeZone: string,
  hour: string | undefined,
  minute: string | undefined,
): Span[] {
  if (hour === undefined) return [daysSpan(date, date.add({ days: 1 }), timeZone)];
  const from = Number((minute ?? '').padEnd(2, '0'));
  if (from > 59) return [];
  const minutes = minute?.length === 2 ? 1 : minute ? 10 : 60;
  // A single digit is an hour, or the first digit of one.
  const half = hour.length === 1 && minute === undefined;
  return HOURS.filter((one) => one === Number(hour) || (half && String(one).padStart(2, '0').startsWith(hour))).map(
    (one) => {
      const start = date.toZonedDateTime({ timeZone, plainTime: { hour: one, minute: from } });
      return span(start, start.add({ minutes }));
    },
  );
}

/** A time of day on any date: between two clock changes of the zone it is a single UTC time. */
function clockSpans(text: string, timeZone: string, today: Temporal.PlainDate): Span[] | null {
  const clock = CLOCK.exec(text);
  if (!clock) return null;
  const plainTime = { hour: Number(clock[1]), minute: Number(clock[2]) };
  const spans: Span[] = [];
  let from = today.subtract({ years: YEARS_BACK }).toZonedDateTime(timeZone);
  const end = today.add({ years: YEARS_AHEAD }).toZonedDateTime(timeZone);
  while (Temporal.ZonedDateTime.compare(from, end) < 0) {
    const change = from.getTimeZoneTransition('next');
    const to = change && Temporal.ZonedDateTime.compare(change, end) < 0 ? change : end;
    const sign = { nanoseconds: from.offsetNanoseconds };
    const utc = Temporal.PlainTime.from(plainTime).subtract(sign);
    spans.push({ ...span(from, to), clock: utc.toString({ smallestUnit: 'minute' }) });
    from = to;
  }
  return spans;
}

function daysSpan(first: Temporal.PlainDate, end: Temporal.PlainDate, timeZone: string): Span {
  return span(first.toZonedDateTime(timeZone), end.toZonedDateTime(timeZone));
}

function span(from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime): Span {
  return { from: printInstant(from.toInstant()), to: printInstant(to.toInstant()) };
}

function yearsAround(today: Temporal.PlainDate): number[] {
  return Array.from({ length: YEARS_BACK + YEARS_AHEAD + 1 }, (_, index) => today.year + YEARS_AHEAD - index);
}

function dateOf(year = '', month = '', day = ''): Temporal.PlainDate | null {
  try {
    const fields = { year: Number(year), month: Number(month), day: Number(day) };
    return Temporal.PlainDate.from(fields, { overflow: 'reject' });
  } catch {
    return null;
  }
}
