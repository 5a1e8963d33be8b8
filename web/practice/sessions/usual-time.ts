import { nextWeekly } from '#domain/sessions/weekly.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { showTime } from '#web/ground/format/dates.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';

/** Fields of the form, and their instant. */
export interface UsualTime {
  fields: { date: string; time: string; duration: number };
  start: Temporal.ZonedDateTime;
}

/**
 * A week after `last` with its wall time and length; if that has passed, the next such weekday. Null if `last` belongs
 * to a series, which plans the usual time itself: after its last session that would be a year ahead.
 */
export function usualTime(
  { date, duration, series }: Pick<SessionTimeRecord, 'date' | 'duration' | 'series'>,
  now: Temporal.Instant,
  timeZone: string,
): UsualTime | null {
  if (series !== '') return null;
  const start = nextWeekly(parseStoredInstant(date).toZonedDateTimeISO(timeZone), now);
  return { start, fields: { date: start.toPlainDate().toString(), time: showTime(start), duration } };
}
