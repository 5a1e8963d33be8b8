import { clockOf } from '#domain/letters/letter-times.ts';
import { LISTED_DATES, standing, type Standing, type Told } from '#domain/letters/told-meetings.ts';

/** An hour of the week that fewer have is an exception. */
const USUAL_SHARE = 1 / 4;

/** Whether a letter is about when meetings are: «И дальше так же» then says of those which it does not list when they are. */
function tellsHours({ kind }: Told): boolean {
  return kind === 'series-planned' || kind === 'series-moved';
}

/** Returns the practice's clock: a client's own can change beside it, and the meetings with that. */
function practiceTime({ start }: Standing, { practiceZone }: Told): Temporal.ZonedDateTime {
  return start.toZonedDateTimeISO(practiceZone);
}

function hourOf(meeting: Standing, told: Told): string {
  const local = practiceTime(meeting, told);
  return `${local.dayOfWeek} ${clockOf(local)}`;
}

/** Returns the condition that a meeting is at an hour of the week at which the first ones show that most are. */
export function usualHours(told: Told): (meeting: Standing) => boolean {
  const all = standing(told);
  const hours = Map.groupBy(all, (meeting) => hourOf(meeting, told));
  const usual = [...hours].filter(([hour, { length }]) => {
    const first = all.slice(0, LISTED_DATES).filter((meeting) => hourOf(meeting, told) === hour);
    return first.length > 1 && length >= all.length * USUAL_SHARE;
  });
  if (!tellsHours(told) || usual.length === 0) return () => true;
  const names = new Set(usual.map(([hour]) => hour));
  return (meeting) => names.has(hourOf(meeting, told));
}

/**
 * Returns the starts that the rhythm of one series would have and no meeting has; none of meetings without one rhythm. What
 * the letter names as cancelled is none of them.
 */
export function leftOut(told: Told): Temporal.Instant[] {
  if (!tellsHours(told)) return [];
  const all = standing(told).map((meeting) => practiceTime(meeting, told));
  const [weekday, most = []] = mostCommon(Map.groupBy(all, ({ dayOfWeek }) => dayOfWeek)) ?? [];
  if (weekday === undefined || all.length - most.length > all.length * USUAL_SHARE) return [];
  const off = told.meetings.flatMap(({ start, change }) =>
    change === 'cancelled' ? [start.toZonedDateTimeISO(told.practiceZone).toPlainDate().toString()] : [],
  );
  const gaps = most.slice(1).map((each, at) => weeksBetween(most[at] ?? each, each));
  const [rhythm = 0] = mostCommon(Map.groupBy(gaps.filter(Boolean), (gap) => gap)) ?? [];
  return gaps.flatMap((gap, at) => {
    const before = most[at];
    if (!before || rhythm === 0 || gap % rhythm !== 0) return [];
    const missing = Array.from({ length: gap / rhythm - 1 }, (_, nth) => before.add({ weeks: rhythm * (nth + 1) }));
    return missing.filter((each) => !off.includes(each.toPlainDate().toString())).map((each) => each.toInstant());
  });
}

function weeksBetween(one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime): number {
  return one.toPlainDate().until(other.toPlainDate(), { largestUnit: 'weeks' }).weeks;
}

/** Returns the key with the most values; of two the one that came first. */
function mostCommon<Key, Value>(groups: ReadonlyMap<Key, Value[]>): [Key, Value[]] | undefined {
  return [...groups].toSorted(([, one], [, other]) => other.length - one.length)[0];
}
