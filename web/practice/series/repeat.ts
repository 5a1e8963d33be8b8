import { z } from 'zod';
import { SERIES_LIMITS, SERIES_STATUSES } from '#domain/series/series.ts';
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

/** How a session repeats, as it is typed. */
export const repeat = z.object({
  /** Weeks; '0' for a session that does not repeat. */
  every: z.enum(EVERY.map(({ value }) => value)),
  ends: z.enum(ENDS.map(({ value }) => value)),
  /** 'YYYY-MM-DD'; '' while no date is chosen. */
  until: z.string(),
  count: z.union([z.number(), z.string()]),
});

export type Repeat = z.infer<typeof repeat>;

export const NO_REPEAT: Repeat = { every: '0', ends: 'never', until: '', count: 10 };

const count = z.int().min(1).max(SERIES_LIMITS.mostOccurrences);
const date = z.iso.date();

/** The status of what a session repeats as; null for one that took place or was cancelled. */
export function seriesStatusOf(status: string): SeriesStatus | null {
  return SERIES_STATUSES.find((one) => one === status) ?? null;
}

/** What is wrong with the end of a series whose first day is `first`; null where nothing is. */
export function endMistake({ every, ends, until, ...typed }: Repeat, first: string): string | null {
  if (every === '0' || ends === 'never') return null;
  if (ends === 'count') {
    return count.safeParse(typed.count).success ? null : `От\u00A01 до\u00A0${SERIES_LIMITS.mostOccurrences} сессий`;
  }
  if (!date.safeParse(until).success) return 'Выберите последний день';
  if (!date.safeParse(first).success) return null;
  if (until < first) return 'Последний день раньше первой сессии';
  const { weeks } = Temporal.PlainDate.from(first).until(until, { largestUnit: 'weeks' });
  const most = SERIES_LIMITS.mostOccurrences;
  return Math.floor(weeks / Number(every)) < most
    ? null
    : `В\u00A0серии не\u00A0больше ${most} сессий: выберите день раньше`;
}

/** What is wrong with the first day of a new series; null where nothing is. */
export function firstDayMistake({ every, ends }: Repeat, first: string, today: Temporal.PlainDate): string | null {
  if (every === '0' || !date.safeParse(first).success) return null;
  if (first < today.toString()) return 'Серия начинается сегодня или позже';
  const horizon = today.add({ months: SERIES_LIMITS.monthsAhead }).toString();
  return ends === 'never' && first > horizon ? 'Серия без даты окончания начинается не\u00A0позже чем через год' : null;
}

/** The part of a request that says how it repeats. */
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
