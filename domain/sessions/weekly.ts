/**
 * The first moment that lies ahead with the weekday and wall time of `start`, a week or more after it. A week whose
 * clock change skips that wall time is left out.
 */
export function nextWeekly(start: Temporal.ZonedDateTime, now: Temporal.Instant): Temporal.ZonedDateTime {
  const wall = start.toPlainDateTime();
  const passed = wall.until(now.toZonedDateTimeISO(start.timeZoneId).toPlainDateTime(), { largestUnit: 'weeks' }).weeks;
  for (let weeks = Math.max(1, passed); ; weeks += 1) {
    const there = wall.add({ weeks });
    const moment = there.toZonedDateTime(start.timeZoneId);
    const exists = moment.toPlainDateTime().equals(there);
    if (exists && Temporal.Instant.compare(moment.toInstant(), now) > 0) return moment;
  }
}
