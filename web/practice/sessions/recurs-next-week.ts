import { nextWeekly } from '#domain/sessions/weekly.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { SeriesRecord } from '#web/practice/series/queries.ts';
import type { SessionTimeRecord } from '#web/practice/sessions/queries.ts';

/** Whether the series has a session a week later anyway, so that «Повторить через неделю» is not needed. */
export function recursNextWeek(
  { date }: Pick<SessionTimeRecord, 'date'>,
  series: Pick<SeriesRecord, 'every_weeks' | 'until' | 'time_zone'>,
  now: Temporal.Instant,
): boolean {
  if (series.every_weeks !== 1) return false;
  const next = nextWeekly(parseStoredInstant(date).toZonedDateTimeISO(series.time_zone), now);
  return series.until === '' || next.toPlainDate().toString() <= series.until;
}
