import type { SearchTerms } from '#domain/clients/client-search.ts';
import { filled, searchFilter } from '#web/api/filter.ts';
import { COUNT, type ListRequest } from '#web/api/list-request.ts';
import type { ClientOrder } from '#web/browser/storage.ts';

const ofUser = (user: string) => filled('user = {:user}', { user });

/** Newest first (specification §7), or by the folded name that the searched text begins with. */
const SORT: Record<ClientOrder, string> = { newest: '-created', name: 'search_text' };

interface Wanted {
  terms: SearchTerms;
  archived: boolean;
  order: ClientOrder;
}

/** A page of the clients that match a search, in or out of the archive. */
export function clientsList(user: string, { terms, archived, order }: Wanted, page: number): ListRequest {
  const filter = [ofUser(user), `archived = ${archived}`, searchFilter('search_text', terms)].filter(Boolean);
  return {
    collection: 'clients',
    page,
    perPage: 60,
    skipTotal: page > 1,
    filter: filter.join(' && '),
    sort: SORT[order],
    fields: 'id,name,phone,archived,letters_off',
  };
}

/** The number of all clients, or of the archived ones. */
export function clientCount(user: string, which: 'all' | 'archived'): ListRequest {
  const filter = which === 'all' ? ofUser(user) : `${ofUser(user)} && archived = true`;
  return { collection: 'clients', ...COUNT, filter };
}
