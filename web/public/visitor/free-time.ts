import type { DaySlots, Slot } from '#domain/booking/booking.ts';
import { lastDayOf } from '#web/public/visitor/month-grid.ts';

/** Free times by date in the practitioner's zone ('YYYY-MM-DD'); a missing date is not loaded yet. */
export type FreeTime = ReadonlyMap<string, readonly Slot[]>;

/** A free time together with its date in the practitioner's zone. */
export interface OfferedTime extends Slot {
  date: string;
}

/** Replaces these days; other days stay. */
export function withDays(freeTime: FreeTime, days: readonly DaySlots[]): FreeTime {
  return new Map([...freeTime, ...days.map((day) => [day.date, day.slots] as const)]);
}

/** Removes a time that another visitor has taken. */
export function withoutTime(freeTime: FreeTime, taken: OfferedTime): FreeTime {
  const slots = freeTime.get(taken.date);
  if (!slots) return freeTime;
  return new Map(freeTime).set(
    taken.date,
    slots.filter((slot) => slot.start !== taken.start),
  );
}

export function isFree(freeTime: FreeTime, time: OfferedTime): boolean {
  return freeTime.get(time.date)?.some((slot) => slot.start === time.start) ?? false;
}

/** A month is loaded completely to its last day or not at all. */
export function isMonthLoaded(freeTime: FreeTime, month: Temporal.PlainYearMonth): boolean {
  return freeTime.has(lastDayOf(month).toString());
}

/** The first loaded date with free time, starting at `from`; null when there is none. */
export function firstFreeDate(freeTime: FreeTime, from: Temporal.PlainDate): Temporal.PlainDate | null {
  const earliest = from.toString();
  let first: string | null = null;
  for (const [date, slots] of freeTime) {
    if (slots.length > 0 && date >= earliest && (first === null || date < first)) first = date;
  }
  return first === null ? null : Temporal.PlainDate.from(first);
}

/** The free times nearest to a lost one among the loaded days, sorted by time. */
export function nearestTimes(freeTime: FreeTime, lost: OfferedTime, count: number): OfferedTime[] {
  const wanted = epochOf(lost);
  const distance = (time: OfferedTime) => Math.abs(epochOf(time) - wanted);
  return [...freeTime]
    .flatMap(([date, slots]) => slots.map((slot) => ({ ...slot, date })))
    .filter((time) => time.start !== lost.start)
    .toSorted((a, b) => distance(a) - distance(b) || epochOf(a) - epochOf(b))
    .slice(0, count)
    .toSorted((a, b) => epochOf(a) - epochOf(b));
}

function epochOf(slot: Slot): number {
  return Temporal.Instant.from(slot.start).epochMilliseconds;
}
