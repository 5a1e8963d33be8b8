import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { StoredInstant } from '#domain/time/instant.ts';
import { pb } from '#web/ground/api/client.ts';
import { filled, searchFilter } from '#web/ground/api/filter.ts';
import { ownId } from '#web/ground/api/session.ts';
import { clientSearchTerms, searchWords } from '#domain/clients/client-search.ts';
import { type FoundClient, type FoundNote, type FoundSession, MOST } from '#web/practice/search/found.ts';
import { listFilter } from '#web/practice/sessions/session-filter.ts';
import type { SessionSearch } from '#web/practice/sessions/day/session-search.ts';

/** Results leave the cache soon; they only serve the next letter and Back. */
const FORGET = { gcTime: 60_000, placeholderData: keepPreviousData } as const;

/** Clients by name or phone, with one more than is shown if there are more. */
export function foundClientsQuery(typed: string) {
  const terms = clientSearchTerms(typed);
  return queryOptions({
    ...FORGET,
    queryKey: ['clients', 'found', terms],
    enabled: terms.length > 0,
    queryFn: async ({ signal }) => {
      const page = await pb.collection('clients').getList<FoundClient>(1, MOST.clients + 1, {
        filter: `${filled('user = {:user}', { user: ownId() })} && ${searchFilter('search_text', terms)}`,
        sort: 'archived,name',
        fields: 'id,name,phone,archived',
        skipTotal: true,
        signal,
      });
      return page.items;
    },
  });
}

/** Sessions by client name, phone or date: the nearest after `boundary`, or the latest before it. */
export function foundSessionsQuery(part: 'upcoming' | 'past', boundary: StoredInstant, search: SessionSearch) {
  return queryOptions({
    ...FORGET,
    queryKey: ['sessions', 'found', part, boundary, search],
    enabled: search.by !== 'nothing',
    queryFn: async ({ signal }) => {
      const page = await pb.collection('sessions').getList<FoundSession>(1, MOST.sessions + 1, {
        filter: listFilter({ user: ownId(), part, boundary, search }),
        sort: part === 'upcoming' ? 'date' : '-date',
        expand: 'client',
        fields: 'id,date,expand.client.name',
        skipTotal: true,
        signal,
      });
      return page.items;
    },
  });
}

/** Notes by the words of their title, newest first. */
export function foundNotesQuery(typed: string) {
  const terms = searchWords(typed).map((word) => [word]);
  return queryOptions({
    ...FORGET,
    queryKey: ['blog_posts', 'found', terms],
    enabled: terms.length > 0,
    queryFn: async ({ signal }) => {
      const page = await pb.collection('blog_posts').getList<FoundNote>(1, MOST.notes, {
        filter: `${filled('user = {:user}', { user: ownId() })} && ${searchFilter('title', terms)}`,
        sort: '-date',
        fields: 'id,title,date',
        skipTotal: true,
        signal,
      });
      return page.items;
    },
  });
}
