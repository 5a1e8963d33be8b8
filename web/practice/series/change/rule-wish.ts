import type { SeriesChangeRequest } from '#web/practice/series/calls.ts';
import type { SeriesRecord } from '#web/practice/series/queries.ts';

/** The fields of a rule in its form. */
export interface RuleFields {
  everyWeeks: number;
  /** 'YYYY-MM-DD'; '' without an end. */
  until: string;
}

/** Where another interval begins: the sessions from it on. */
export interface RulePlace {
  scope: SeriesChangeRequest['scope'];
  /** The id of its session; '' where none lies ahead. */
  session: string;
}

/** Returns the change of a rule; null where nothing differs. An end concerns the series as a whole. */
export function ruleWishOf(
  series: Pick<SeriesRecord, 'every_weeks' | 'until'>,
  { everyWeeks, until }: RuleFields,
  place: RulePlace,
): SeriesChangeRequest | null {
  const ends = until === series.until ? {} : { until };
  if (everyWeeks !== series.every_weeks) return { ...place, every_weeks: everyWeeks, ...ends };
  return until === series.until ? null : { scope: 'all', session: '', until };
}
