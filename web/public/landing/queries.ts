import { queryOptions } from '@tanstack/react-query';
import { readList, startedList } from '#web/ground/api/lists.ts';
import { countOf } from '#web/public/landing/lists.ts';

/** The number of a practitioner's records in a collection. */
export function countQuery(collection: 'clients' | 'sessions' | 'blog_posts') {
  const list = countOf(collection);
  return queryOptions({
    queryKey: [collection, 'count'],
    initialData: () => startedList(list)?.totalItems,
    queryFn: async ({ signal }) => (await readList(list, signal)).totalItems,
  });
}
