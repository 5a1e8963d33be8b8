import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { JournalPage } from '#domain/journal/journal.ts';
import { pb } from '#web/api/client.ts';
import { ownId } from '#web/api/session.ts';

const PAGE = 50;

/** The journal, of one client or whole (''), the newest first, page after page. */
export function journalQuery(client: string) {
  return infiniteQueryOptions({
    queryKey: ['journal', ownId(), client],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      pb.send<JournalPage>('/api/journal', { query: { client, page: pageParam, perPage: PAGE }, signal }),
    getNextPageParam: (last) => (last.page < last.totalPages ? last.page + 1 : null),
  });
}

interface NamedClient {
  id: string;
  name: string;
}

/** The names that clients have now: the journal itself holds none. */
export function clientNamesQuery() {
  const user = ownId();
  return queryOptions({
    queryKey: ['clients', 'names', user],
    queryFn: ({ signal }) =>
      pb.collection('clients').getFullList<NamedClient>({
        filter: pb.filter('user = {:user}', { user }),
        sort: 'name',
        fields: 'id,name',
        batch: 1000,
        signal,
      }),
  });
}
