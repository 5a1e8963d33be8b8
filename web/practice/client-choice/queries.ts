import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { clientSearchTerms } from '#domain/clients/client-search.ts';
import type { PayWay } from '#domain/money/money.ts';
import { pb } from '#web/ground/api/client.ts';
import { filled, searchFilter } from '#web/ground/api/filter.ts';
import { ownId } from '#web/ground/api/session.ts';

/** The most clients offered at once; typing finds the others. */
const CHOICES = 100;
const FIELDS = 'id,name,phone,pay_way';

export interface NamedClient {
  id: string;
  name: string;
  phone: string;
  /** How they usually pay; '' where none is said. */
  pay_way: PayWay | '';
}

/** The client who is chosen, wherever the choice comes from; null of one who is gone. */
export function chosenClientQuery(id: string) {
  return queryOptions({
    queryKey: ['clients', 'choice', id],
    enabled: id !== '',
    queryFn: async ({ signal }) => {
      const options = { filter: filled('id = {:id}', { id }), fields: FIELDS, skipTotal: true, signal };
      const { items } = await pb.collection('clients').getList<NamedClient>(1, 1, options);
      return items[0] ?? null;
    },
  });
}

/** Clients by name or phone; the first ones when nothing is typed. */
export function clientChoicesQuery(typed: string) {
  const user = ownId();
  const terms = clientSearchTerms(typed);
  return queryOptions({
    queryKey: ['clients', 'choices', user, terms],
    queryFn: async ({ signal }) => {
      const page = await pb.collection('clients').getList<NamedClient>(1, CHOICES, {
        filter: [filled('user = {:user}', { user }), searchFilter('search_text', terms)].filter(Boolean).join(' && '),
        sort: 'name',
        fields: FIELDS,
        signal,
      });
      return { clients: page.items, more: page.totalItems - page.items.length };
    },
    placeholderData: keepPreviousData,
  });
}
