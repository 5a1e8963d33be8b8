import type { NewsRecord } from '#web/practice/news/queries.ts';

/** What one row of the strip tells: a record, or all sessions that a series skipped in one go. */
export interface NewsGroup extends NewsRecord {
  ids: readonly string[];
  /** The start of each skipped session, the nearest first; none of another kind. */
  skipped: readonly string[];
}

/** Puts the sessions together that a client's series skipped in one go, where the first of them stands. */
export function groupNews(news: readonly NewsRecord[]): NewsGroup[] {
  const groups = new Map<string, NewsGroup>();
  for (const row of news) {
    const isSkip = row.kind === 'series_skipped';
    const key = isSkip ? `${row.client} ${row.created}` : row.id;
    const { ids = [], skipped = [], ...first } = groups.get(key) ?? {};
    groups.set(key, {
      ...row,
      ...first,
      ids: [...ids, row.id],
      skipped: isSkip ? [...skipped, row.before].toSorted() : [],
    });
  }
  return [...groups.values()];
}
