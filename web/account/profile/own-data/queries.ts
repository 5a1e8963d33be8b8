import type { PracticeUse } from '#domain/archive/use.ts';
import { queryOptions } from '@tanstack/react-query';
import { COUNT } from '#web/ground/api/list-request.ts';
import { pb } from '#web/ground/api/client.ts';
import { readList } from '#web/ground/api/lists.ts';
import { ownId } from '#web/ground/api/session.ts';
import { amountsOf } from '#web/practice/archive/list-names.ts';

const LISTS = ['clients', 'sessions', 'blog_posts', 'booking', 'consents'] as const;

/** How much there is to take along. */
export function amountsQuery() {
  return queryOptions({
    queryKey: ['own-data', ownId()],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(LISTS.map((collection) => readList({ collection, ...COUNT }, signal)));
      return amountsOf(Object.fromEntries(LISTS.map((list, index) => [list, lists[index]?.totalItems ?? 0])));
    },
  });
}

/** How much of its place the practice has used. */
export function useOfPlaceQuery() {
  return queryOptions({
    queryKey: ['own-data', 'use', ownId()],
    queryFn: ({ signal }) => pb.send<PracticeUse>('/api/use', { method: 'GET', signal }),
  });
}
