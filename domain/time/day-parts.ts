const DAY = 24 * 60;

/** What of a span of time lies on one calendar day. */
export interface DayPart {
  date: Temporal.PlainDate;
  /** How many days it began before this one: 0 on its first. */
  after: number;
  /**
   * Minutes since midnight by the clock of the day, 0–1440, `from` before `to`. Where the clock changes meanwhile, as
   * much as passes and as the clock shows, whichever is more.
   */
  from: number;
  to: number;
  /** How long it lasts on this day, by what passes. */
  minutes: number;
}

/** The parts of a span of `minutes`, one for each day of the zone of `start` that it reaches into, in order. */
export function dayParts(start: Temporal.ZonedDateTime, minutes: number): DayPart[] {
  const end = start.add({ minutes });
  const parts: DayPart[] = [];
  let [from, date, after] = [start, start.toPlainDate(), 0];
  while (Temporal.ZonedDateTime.compare(from, end) < 0) {
    const isLast = date.equals(end.toPlainDate());
    const next = isLast ? end : date.add({ days: 1 }).toZonedDateTime(start.timeZoneId);
    const passed = (next.epochMilliseconds - from.epochMilliseconds) / 60_000;
    const clock = minutesOfDay(from);
    const to = isLast ? Math.max(minutesOfDay(end), clock + passed) : DAY;
    if (passed > 0) parts.push({ date, after, from: clock, to: Math.min(to, DAY), minutes: passed });
    [from, date, after] = [next, date.add({ days: 1 }), after + 1];
  }
  return parts;
}

/** Minutes since midnight that the clock shows. */
export function minutesOfDay(time: Temporal.ZonedDateTime): number {
  return time.hour * 60 + time.minute;
}
