import { nextWeekly } from '#domain/sessions/weekly.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { SeriesRecord } from '#web/practice/series/queries.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';

/** Its series brings the client a week later anyway: «Повторить через неделю» has nothing to do. */
export function comesAgain(
  { date }: Pick<SessionTimeRecord, 'date'>,
  series: Pick<SeriesRecord, 'every_weeks' | 'until' | 'time_zone'>,
  now: Temporal.Instant,
): boolean {
  if (series.every_weeks !== 1) return false;
  const next = nextWeekly(parseStoredInstant(date).toZonedDateTimeISO(series.time_zone), now);
  return series.until === '' || next.toPlainDate().toString() <= series.until;
}
