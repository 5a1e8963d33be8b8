import { clockOf } from '#domain/letters/letter-times.ts';
import { LISTED_DATES, standing, type Standing, type Told } from '#domain/letters/told-meetings.ts';

/** Times of the week with a smaller share of the meetings are exceptions. */
const USUAL_SHARE = 1 / 4;

/**
 * Returns whether a letter is about the time of meetings. Only then «И дальше так же» also refers to the time of those
 * that are not listed.
 */
function tellsHours({ kind }: Told): boolean {
  return kind === 'series-planned' || kind === 'series-moved';
}

/** Returns a start in the practice's zone: in the client's zone daylight saving time could shift a series. */
function localInPractice({ start }: Standing, { practiceZone }: Told): Temporal.ZonedDateTime {
  return start.toZonedDateTimeISO(practiceZone);
}

function hourOf(meeting: Standing, told: Told): string {
  const local = localInPractice(meeting, told);
  return `${local.dayOfWeek} ${clockOf(local)}`;
}

/** Returns the condition that a meeting is at a time of the week at which most are, as the listed ones show. */
export function usualHours(told: Told): (meeting: Standing) => boolean {
  const all = standing(told).map((meeting) => hourOf(meeting, told));
  const first = all.slice(0, LISTED_DATES);
  const isUsual = (hour: string): boolean => countOf(hour, first) > 1 && countOf(hour, all) >= all.length * USUAL_SHARE;
  const usual = new Set(first.filter(isUsual));
  if (!tellsHours(told) || usual.size === 0) return () => true;
  return (meeting) => usual.has(hourOf(meeting, told));
}

/**
 * Returns the starts that the rhythm of a series would have but no meeting has; none if there is no single rhythm.
 * Omits those that the letter names as cancelled.
 */
export function leftOut(told: Told): Temporal.Instant[] {
  if (!tellsHours(told)) return [];
  const all = standing(told).map((meeting) => localInPractice(meeting, told));
  const weekday = mostCommon(all.map(({ dayOfWeek }) => dayOfWeek));
  const most = all.filter(({ dayOfWeek }) => dayOfWeek === weekday);
  if (all.length - most.length > all.length * USUAL_SHARE) return [];
  const off = told.meetings.flatMap(({ start, change }) =>
    change === 'cancelled' ? [start.toZonedDateTimeISO(told.practiceZone).toPlainDate().toString()] : [],
  );
  const gaps = most.slice(1).map((each, at) => weeksBetween(most[at] ?? each, each));
  const rhythm = mostCommon(gaps.filter(Boolean)) ?? 0;
  return gaps.flatMap((gap, at) => {
    const before = most[at];
    if (!before || rhythm === 0 || gap === 0 || gap % rhythm !== 0) return [];
    const missing = Array.from({ length: gap / rhythm - 1 }, (_, nth) => before.add({ weeks: rhythm * (nth + 1) }));
    return missing.filter((each) => !off.includes(each.toPlainDate().toString())).map((each) => each.toInstant());
  });
}

function weeksBetween(one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime): number {
  return one.toPlainDate().until(other.toPlainDate(), { largestUnit: 'weeks' }).weeks;
}

function countOf(value: unknown, values: readonly unknown[]): number {
  return values.filter((each) => each === value).length;
}

/** Returns the most frequent value; of equally frequent ones the first. */
export function mostCommon<Value>(values: readonly Value[]): Value | undefined {
  return values.toSorted((one, other) => countOf(other, values) - countOf(one, values))[0];
}
