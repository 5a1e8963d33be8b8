import type { NewsRecord } from '#web/practice/news/queries.ts';

/** One row of the strip: a single record, or all sessions that a series skipped at once. */
export interface NewsGroup extends NewsRecord {
  ids: readonly string[];
  /** The starts of the skipped sessions, nearest first; empty for any other kind. */
  skipped: readonly string[];
}

/** Groups the sessions that a client's series skipped at once, at the position of the first. */
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
