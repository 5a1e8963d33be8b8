import { queryOptions } from '@tanstack/react-query';
import { pb } from '#web/api/client.ts';

/** How many records of a collection a practitioner has. */
export function countQuery(collection: 'clients' | 'sessions' | 'blog_posts') {
  return queryOptions({
    queryKey: [collection, 'count'],
    queryFn: async ({ signal }) => (await pb.collection(collection).getList(1, 1, { fields: 'id', signal })).totalItems,
  });
}
