import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { pb } from '#web/api/client.ts';
import { ownId } from '#web/api/session.ts';
import { clientSearchTerms } from '#domain/clients/client-search.ts';
import type { PageQuery } from '#web/api/page-query.ts';
import { searchFilter } from '#web/api/filter.ts';

/** The fields of a card; only the details load the description. */
export interface ClientCardRecord {
  id: string;
  name: string;
  phone: string;
}

export interface ClientRecord extends ClientCardRecord {
  description: string;
  registration_date: string;
  handmade: boolean;
  source: string;
}

/** Cards per page. */
const PAGE = 60;

function ofUser(): string {
  return pb.filter('user = {:user}', { user: ownId() });
}

/** A page of the clients that match the typed text (CLIENT-02), newest first (specification §7). */
export function clientsQuery(typed: string): PageQuery<ClientCardRecord> {
  const terms = clientSearchTerms(typed);
  const filter = [ofUser(), searchFilter('search_text', terms)].filter(Boolean).join(' && ');
  return (page) => ({
    queryKey: ['clients', 'list', terms, page],
    queryFn: ({ signal }) =>
      pb.collection('clients').getList<ClientCardRecord>(page, PAGE, {
        filter,
        sort: '-created',
        fields: 'id,name,phone',
        skipTotal: page > 1,
        signal,
      }),
  });
}

/** The total number of clients, independent of the search. */
export function clientCountQuery() {
  return queryOptions({
    queryKey: ['clients', 'count'],
    queryFn: async ({ signal }) => {
      const page = await pb.collection('clients').getList(1, 1, { filter: ofUser(), fields: 'id', signal });
      return page.totalItems;
    },
  });
}

export function clientQuery(id: string) {
  return queryOptions({
    queryKey: ['clients', 'one', id],
    queryFn: ({ signal }) =>
      pb.collection('clients').getOne<ClientRecord>(id, {
        fields: 'id,name,phone,description,registration_date,handmade,source',
        signal,
      }),
  });
}

/** Refetches the queries that a changed client affects: the clients, and the sessions with their names. */
export async function refreshClients(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['clients'] }),
    queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  ]);
}
