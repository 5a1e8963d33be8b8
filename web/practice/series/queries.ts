import { queryOptions } from '@tanstack/react-query';
import type { SERIES_STATUSES } from '#domain/series/series.ts';
import { readWholeList, startedList, wholeOf } from '#web/ground/api/lists.ts';
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
  /** The series from which it was split; ''. */
  previous: string;
}

/** Every series of the practitioner, ended ones included: one small list for all screens. */
export function seriesQuery() {
  const user = ownId();
  const list = seriesList(user);
  return queryOptions({
    queryKey: ['series', user],
    staleTime: 5 * 60_000,
    initialData: () => wholeOf(startedList<SeriesRecord>(list)),
    queryFn: ({ signal }) => readWholeList<SeriesRecord>(list, signal),
  });
}

/** The occurrences from today on that the daily job has left out. */
export function skipsQuery(today: Temporal.PlainDate) {
  const user = ownId();
  const list = skipsList(user, today);
  return queryOptions({
    queryKey: ['series_skips', user, today.toString()],
    staleTime: 5 * 60_000,
    initialData: () => wholeOf(startedList<SkipRecord>(list)),
    queryFn: ({ signal }) => readWholeList<SkipRecord>(list, signal),
  });
}
