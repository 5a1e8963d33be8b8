import type { SearchTerms } from '#domain/clients/client-search.ts';
import { filled, searchFilter } from '#web/ground/api/filter.ts';
import { COUNT, type ListRequest, WHOLE } from '#web/ground/api/list-request.ts';
import type { ClientOrder } from '#web/ground/browser/storage.ts';

const ofUser = (user: string) => filled('user = {:user}', { user });

/** Newest first (specification §7), or by name. */
const SORT: Record<ClientOrder, string> = { newest: '-created', name: 'name' };

const UNAGREED = 'agreed = false';
const TAGGED = "tags != '[]'";

interface Wanted {
  terms: SearchTerms;
  archived: boolean;
  /** Only those without a valid consent (CONSENT-04). */
  unagreed: boolean;
  /** Only those with this tag; '' for any. */
  tag: string;
  order: ClientOrder;
}

/** A page of the clients that match a search, in or out of the archive. */
export function clientsList(
  user: string,
  { terms, archived, unagreed, tag, order }: Wanted,
  page: number,
): ListRequest {
  const filter = [
    ofUser(user),
    `archived = ${archived}`,
    unagreed && UNAGREED,
    tag !== '' && filled('tags:each ?= {:tag}', { tag }),
    searchFilter('search_text', terms),
  ].filter(Boolean);
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

/** Which clients are counted; 'unagreed' excludes archived ones. */
export type Counted = 'all' | 'archived' | 'unagreed' | 'tagged';

const COUNTED: Record<Counted, string> = {
  all: '',
  archived: 'archived = true',
  unagreed: `archived = false && ${UNAGREED}`,
  tagged: TAGGED,
};

/** The number of clients. */
export function clientCount(user: string, which: Counted): ListRequest {
  return { collection: 'clients', ...COUNT, filter: [ofUser(user), COUNTED[which]].filter(Boolean).join(' && ') };
}

/** The tags of all clients that have one. */
export function taggedClients(user: string): ListRequest {
  return { collection: 'clients', ...WHOLE, filter: `${ofUser(user)} && ${TAGGED}`, fields: 'tags' };
}
