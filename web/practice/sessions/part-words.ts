import type { DayPart } from '#domain/time/day-parts.ts';
import { showTime } from '#web/ground/format/dates.ts';

/** The start of something in the practitioner's zone, and the part of it that is on one day. */
export interface OnDay {
  start: Temporal.ZonedDateTime;
  part: DayPart;
}

/** '23:00' on the day it begins, 'с 23:00' on the next. */
export function showBegin({ start, part }: OnDay): string {
  return part.after > 0 ? `с\u00A0${showTime(start)}` : showTime(start);
}

/** The end of what began on an earlier day, '00:30'; null on the day it begins. */
export function endOfLate({ start, part }: OnDay, minutes: number): string | null {
  return part.after > 0 ? showTime(start.add({ minutes })) : null;
}

/** '23:00', or 'с 23:00 до 00:30' if it began on an earlier day. */
export function showTimes(on: OnDay, minutes: number): string {
  const end = endOfLate(on, minutes);
  return end === null ? showBegin(on) : `${showBegin(on)} до\u00A0${end}`;
}
