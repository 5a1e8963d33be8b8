import type { DaySession } from '#web/calendar/sessions-by-day.ts';
import { minutesOfDay, sideBySide } from '#web/sessions/day-layout.ts';
import type { ClockSpan, Share } from '#web/sessions/day-layout.ts';

const DAY = 24 * 60;

/** Where a session stands in its day: its time and its share of the width. */
export interface Block extends ClockSpan, DaySession, Share {}

/** A session is drawn as long as it lasts and ends with its day at the latest. */
export function layOutDay(sessions: readonly DaySession[]): Block[] {
  return sideBySide(
    sessions.map((one) => {
      const from = minutesOfDay(one.start);
      return { ...one, from, to: Math.min(from + one.session.duration, DAY) };
    }),
  );
}
