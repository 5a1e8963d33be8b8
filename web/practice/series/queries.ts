import type { SERIES_STATUSES } from '#domain/series/series.ts';
import { wholeListOptions } from '#web/ground/api/lists.ts';
import { ownId } from '#web/ground/api/session.ts';
import { seriesList, skipsList } from '#web/practice/series/lists.ts';
import type { SkipRecord } from '#web/practice/series/skips.ts';
import type { StoredRule } from '#web/practice/series/words.ts';

/** A rule by which a client's sessions repeat. */
export interface SeriesRecord extends StoredRule {
  id: string;
  client: string;
  /** Minutes. */
  duration: number;
  status: (typeof SERIES_STATUSES)[number];
  /** The series from which it was split; '' if none. */
  previous: string;
}

/** Every series of the practitioner, ended ones included: one small list for all screens. */
export function seriesQuery() {
  const user = ownId();
  return { ...wholeListOptions<SeriesRecord>(['series', user], seriesList(user)), staleTime: 5 * 60_000 };
}

/** The occurrences from today on that the job that extends series has skipped. */
export function skipsQuery(today: Temporal.PlainDate) {
  const user = ownId();
  const key = ['series_skips', user, today.toString()];
  return { ...wholeListOptions<SkipRecord>(key, skipsList(user, today)), staleTime: 5 * 60_000 };
}
