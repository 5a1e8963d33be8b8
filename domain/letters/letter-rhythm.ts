import { clockOf, dayOf, localOf } from '#domain/letters/letter-times.ts';
import { standing, type Told } from '#domain/letters/told-meetings.ts';

const WEEKS = ['', 'неделю', 'две недели', 'три недели', 'четыре недели', 'пять недель', 'шесть недель'];
const RHYTHMS = [...WEEKS, 'семь недель', 'восемь недель'].map((weeks) => (weeks === '' ? '' : `Раз в ${weeks}`));
const WEEKDAYS = ['', 'понедельникам', 'вторникам', 'средам', 'четвергам', 'пятницам', 'субботам', 'воскресеньям'];

interface Rhythm {
  weeks: number;
  weekday: number;
  time: string;
}

/**
 * Returns «Теперь по понедельникам в 16:00, начиная с 14 декабря (было 15:00)»; null if the meetings have no rhythm.
 */
export function newRhythm(told: Told): string | null {
  const after = standing(told);
  const [first] = after;
  const before = told.meetings.flatMap(({ was, start, change }) => was?.start ?? (change === 'cancelled' ? start : []));
  if (!first || !after.some(({ change }) => change === 'moved') || after.length < 2 || before.length < 2) return null;
  const [now, was] = [
    rhythmOf(
      after.map(({ start }) => start),
      told,
    ),
    rhythmOf(before, told),
  ];
  if (!now || !was) return null;
  const isSameDay = now.weekday === was.weekday && now.weeks === was.weeks;
  const old = isSameDay ? was.time : spokenRhythm(was);
  return `Теперь ${spokenRhythm(now)}, начиная с ${dayOf(first.start, told)} (было ${old})`;
}

/** Returns the rhythm of starts by the reader's clock, with gaps allowed; null for none. */
function rhythmOf(starts: readonly Temporal.Instant[], told: Told): Rhythm | null {
  const locals = starts
    .map((start) => localOf(start, told))
    .toSorted((one, other) => Temporal.ZonedDateTime.compare(one, other));
  const [first] = locals;
  const times = new Set(locals.map((local) => clockOf(local)));
  if (!first || times.size > 1) return null;
  const gaps = gapsOf(locals);
  const weeks = Math.min(...gaps) / 7;
  if (!Number.isInteger(weeks) || RHYTHMS[weeks] === undefined || weeks === 0) return null;
  if (gaps.some((gap) => gap % (weeks * 7) !== 0)) return null;
  return { weeks, weekday: first.dayOfWeek, time: clockOf(first) };
}

/** Returns the days between consecutive starts. */
function gapsOf(locals: readonly Temporal.ZonedDateTime[]): number[] {
  const days = locals.map((local) => local.toPlainDate());
  return days.slice(1).map((day, at) => day.since(days[at] ?? day, { largestUnit: 'days' }).days);
}

/** Returns «по понедельникам в 16:00» or «раз в две недели, по понедельникам в 16:00». */
function spokenRhythm({ weeks, weekday, time }: Rhythm): string {
  const every = RHYTHMS[weeks] ?? '';
  const rhythm = weeks === 1 ? '' : `${every[0]?.toLowerCase() ?? ''}${every.slice(1)}, `;
  return `${rhythm}по ${WEEKDAYS[weekday] ?? ''} в ${time}`;
}

/** Returns 'Раз в неделю, по вторникам'; '' if the dates have no rhythm. */
export function plannedRhythm(told: Told): string {
  const locals = told.meetings.map(({ start }) => localOf(start, told));
  const [gap = 0, ...others] = new Set(gapsOf(locals));
  const rhythm = others.length === 0 ? (RHYTHMS[gap / 7] ?? '') : '';
  return rhythm === '' ? '' : `${rhythm}, по ${WEEKDAYS[locals[0]?.dayOfWeek ?? 0] ?? ''}`;
}
