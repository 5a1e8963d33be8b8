import { SERIES_LIMITS, SERIES_STATUSES } from '#domain/series/series.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { NO_SUCH_DATE } from '#web/ground/format/typed-date.ts';
import type { SeriesStatus, SeriesRequest } from '#web/practice/series/calls.ts';

export const EVERY = [
  { value: '0', label: 'Не повторять' },
  { value: '1', label: 'Каждую неделю' },
  { value: '2', label: 'Раз в две недели' },
  { value: '3', label: 'Раз в три недели' },
  { value: '4', label: 'Раз в четыре недели' },
] as const;

export const ENDS = [
  { value: 'never', label: 'Без даты окончания' },
  { value: 'until', label: 'До даты' },
  { value: 'count', label: 'Число сессий' },
] as const;

/** How a session repeats, as typed. */
export interface Repeat {
  /** Weeks; '0' for a session that does not repeat. */
  every: (typeof EVERY)[number]['value'];
  ends: (typeof ENDS)[number]['value'];
  /** 'YYYY-MM-DD'; '' while no date is chosen. */
  until: string;
  count: number | string;
}

export const NO_REPEAT: Repeat = { every: '0', ends: 'never', until: '', count: 10 };

/** The status of a new series that begins with such a session; null if that took place or was cancelled. */
export function seriesStatusOf(status: string): SeriesStatus | null {
  return SERIES_STATUSES.find((one) => one === status) ?? null;
}

/** The error in the end of a series whose first day is `first`; null if it is valid. */
export function endMistake({ every, ends, until, ...typed }: Repeat, first: string): string | null {
  if (every === '0' || ends === 'never') return null;
  const most = SERIES_LIMITS.mostOccurrences;
  if (ends === 'count') {
    const fits = Number.isInteger(typed.count) && Number(typed.count) >= 1 && Number(typed.count) <= most;
    return fits ? null : `От\u00A01 до\u00A0${most} сессий`;
  }
  const [from, to] = [readIsoDate(first), readIsoDate(until)];
  if (!to) return until === '' ? 'Выберите последний день' : NO_SUCH_DATE;
  if (!from) return null;
  if (until < first) return 'Последний день раньше первой сессии';
  const { weeks } = from.until(to, { largestUnit: 'weeks' });
  return Math.floor(weeks / Number(every)) < most
    ? null
    : `В\u00A0серии не\u00A0больше ${most} сессий: выберите день раньше`;
}

/** The error in the first day of a new series; null if it is valid. */
export function firstDayMistake({ every, ends }: Repeat, first: string, today: Temporal.PlainDate): string | null {
  if (every === '0' || !readIsoDate(first)) return null;
  if (first < today.toString()) return 'Серия начинается сегодня или позже';
  const horizon = today.add({ months: SERIES_LIMITS.monthsAhead }).toString();
  return ends === 'never' && first > horizon ? 'Серия без даты окончания начинается не\u00A0позже чем через год' : null;
}

/** The fields of a request that define the repetition. */
export function repeatOf({
  every,
  ends,
  until,
  ...typed
}: Repeat): Pick<SeriesRequest, 'every_weeks' | 'until' | 'count'> {
  return {
    every_weeks: Number(every),
    ...(ends === 'until' && { until }),
    ...(ends === 'count' && { count: Number(typed.count) }),
  };
}
