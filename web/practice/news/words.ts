import { toldApart } from '#domain/clients/told-apart.ts';
import type { NewsKind } from '#domain/news/news.ts';
import { capital, showDayAndMonth, showDayAndTime, showTime, zoned } from '#web/ground/format/dates.ts';
import type { NewsRecord } from '#web/practice/news/queries.ts';

/** The parts of one row: what happened, to whom, and the time; '' for a missing part. */
export interface NewsLine {
  what: string;
  who: string;
  when: string;
}

const WHAT: Record<NewsKind, string> = {
  client_moved: 'Клиент перенёс сессию',
  client_canceled: 'Клиент отменил сессию',
  client_stopped: 'Клиент отказался от\u00A0писем',
  request_new: 'Новая заявка',
  request_withdrawn: 'Посетитель отозвал заявку',
  request_expired: 'Заявка больше не\u00A0удерживает время',
  letter_failed: 'Письмо не\u00A0принято',
  series_skipped: 'Пропущена сессия серии',
  import_done: 'Данные загружены',
};

const SKIPPED = 'Пропущены сессии серии';
/** How many of them are listed. */
const NAMED = 6;

/** Returns a row in words, with times in `timeZone`; the year is shown unless it is the current one. */
export function newsLine(
  news: NewsRecord & { skipped?: readonly string[] },
  timeZone: string,
  now: Temporal.Instant,
): NewsLine {
  const { kind, expand, skipped = [] } = news;
  const isRefused = kind === 'client_stopped' && expand?.client?.letters_off === 'refused';
  const { year } = now.toZonedDateTimeISO(timeZone);
  const [before, after] = [zoned(news.before, timeZone), zoned(news.after, timeZone)];
  const times = [before, after].flatMap((time, at) => {
    if (!time) return [];
    const isSameDay = at === 1 && before?.toPlainDate().equals(time.toPlainDate());
    return isSameDay ? showTime(time) : showMoment(time, year);
  });
  const who = expand?.client ? toldApart(expand.client) : (expand?.booking?.name ?? '');
  if (skipped.length > 1) return { what: SKIPPED, who, when: capital(showDates(skipped, timeZone, year)) };
  return {
    what: isRefused ? 'Письма клиенту больше не\u00A0уходят: адрес их\u00A0не\u00A0принимает' : WHAT[kind],
    who,
    when: capital(times.join(' → ')),
  };
}

/** 'понедельник, 4 января 2027, 10:00; 11 января 2027 и ещё 3' */
function showDates(starts: readonly string[], timeZone: string, thisYear: number): string {
  const moments = starts.flatMap((start) => zoned(start, timeZone) ?? []);
  const named = moments.slice(0, NAMED).map((moment, at) => {
    if (at === 0) return showMoment(moment, thisYear);
    const day = showDayAndMonth(moment.toPlainDate()).replace(' ', '\u00A0');
    return moment.year === thisYear ? day : `${day} ${moment.year}`;
  });
  const left = moments.length - named.length;
  return `${named.join('; ')}${left > 0 ? ` и\u00A0ещё\u00A0${left}` : ''}`;
}

/** 'вторник, 12 января, 10:00', 'вторник, 12 января 2027, 10:00' */
function showMoment(moment: Temporal.ZonedDateTime, thisYear: number): string {
  const words = showDayAndTime(moment);
  return moment.year === thisYear ? words : words.replace(/, (?=\d\d:)/, ` ${moment.year}, `);
}

/** The link of a row: its session, its request or its client; for an import, the clients. */
export function newsPlace({ session, booking, client }: NewsRecord) {
  if (session) return { to: '/dashboard/sessions', search: { session } } as const;
  if (booking) return { to: '/dashboard/online-booking', search: { request: booking } } as const;
  return { to: '/dashboard', search: client ? { client } : {} } as const;
}
