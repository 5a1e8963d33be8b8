import type { SeriesChangeRequest } from '#web/practice/series/calls.ts';
import type { SeriesRecord } from '#web/practice/series/queries.ts';

/** The fields of a rule in its form. */
export interface RuleFields {
  everyWeeks: number;
  /** 'YYYY-MM-DD'; '' without an end. */
  until: string;
}

/** Which sessions a new interval applies to. */
export interface RulePlace {
  scope: SeriesChangeRequest['scope'];
  /** The id of the first of these sessions; '' if none is ahead. */
  session: string;
}

/** Returns the change of a rule; null if nothing differs. A new end always applies to the whole series. */
export function ruleWishOf(
  series: Pick<SeriesRecord, 'every_weeks' | 'until'>,
  { everyWeeks, until }: RuleFields,
  place: RulePlace,
): SeriesChangeRequest | null {
  const ends = until === series.until ? {} : { until };
  if (everyWeeks !== series.every_weeks) return { ...place, every_weeks: everyWeeks, ...ends };
  return until === series.until ? null : { scope: 'all', session: '', until };
}
