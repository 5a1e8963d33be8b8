import type { DaySession } from '#web/calendar/sessions-by-day.ts';
import { minutesOfDay, sideBySide } from '#web/sessions/day-layout.ts';
import type { ClockSpan, Share } from '#web/sessions/day-layout.ts';

const DAY = 24 * 60;

/** A session's place in its day: its time and its share of the width. */
export interface Block extends ClockSpan, DaySession, Share {}

/** A block is as tall as its session is long, cut at the end of the day. */
export function layOutDay(sessions: readonly DaySession[]): Block[] {
  return sideBySide(
    sessions.map((one) => {
      const from = minutesOfDay(one.start);
      return { ...one, from, to: Math.min(from + one.session.duration, DAY) };
    }),
  );
}
