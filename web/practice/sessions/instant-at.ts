/** The instant of a wall time; null if a clock change skips it. */
export function instantAt(wall: Temporal.PlainDateTime, timeZone: string): Temporal.Instant | null {
  const moment = wall.toZonedDateTime(timeZone);
  return moment.toPlainDateTime().equals(wall) ? moment.toInstant() : null;
}
