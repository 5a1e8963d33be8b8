import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import { inOrder } from '#web/practice/calendar/calendar-entries.ts';
import type { DayEntries, DayRequest } from '#web/practice/calendar/calendar-entries.ts';
import type { DaySession } from '#web/practice/calendar/sessions-by-day.ts';
import { minutesOfDay, sideBySide } from '#web/practice/sessions/day-layout.ts';
import type { ClockSpan, Share } from '#web/practice/sessions/day-layout.ts';

const DAY = 24 * 60;

/** A place in a day: its time and its share of the width. */
type Place = ClockSpan & Share;
export type Block = Place & DaySession;
export type RequestPlace = Place & DayRequest;

/** A block is as tall as its session or request is long, cut at the end of the day. */
export function layOutDay(entries: DayEntries): { blocks: Block[]; requests: RequestPlace[] } {
  const placed = sideBySide(
    inOrder(entries).map((one) => {
      const from = minutesOfDay(one.start);
      const duration = 'session' in one ? one.session.duration : BOOKING_DURATION;
      return { ...one, from, to: Math.min(from + duration, DAY) };
    }),
  );
  return {
    blocks: placed.filter((one) => 'session' in one),
    requests: placed.filter((one) => 'request' in one),
  };
}
