import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { JournalPage } from '#domain/journal/journal.ts';
import { pb } from '#web/ground/api/client.ts';
import { filled, searchFilter } from '#web/ground/api/filter.ts';
import { ownId } from '#web/ground/api/session.ts';
import type { PageQuery } from '#web/ground/api/page-query.ts';
import { type JournalLine, linesOf } from '#web/practice/journal/rows.ts';
import { clientSearchTerms } from '#domain/clients/client-search.ts';

const PAGE = 50;
/** The most views shown of a day. */
const VIEWS = 500;
/** The most clients offered at once; typing finds the others. */
const CHOICES = 100;

/** A page of the journal, of one client or whole (''), newest first; views are counted by the day. */
export function journalQuery(client: string, timeZone: string): PageQuery<JournalLine> {
  return (page) => ({
    queryKey: ['journal', ownId(), client, timeZone, page],
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => {
      const query = { client, views: 'by-day', page, perPage: PAGE };
      return linesOf(await pb.send<JournalPage>('/api/journal', { query, signal }), timeZone);
    },
  });
}

/** The views of one day, 'YYYY-MM-DD'. */
export function viewsQuery(client: string, day: string) {
  return queryOptions({
    queryKey: ['journal', ownId(), client, day],
    queryFn: ({ signal }) =>
      pb.send<JournalPage>('/api/journal', { query: { client, views: day, perPage: VIEWS }, signal }),
  });
}

interface NamedClient {
  id: string;
  name: string;
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
        fields: 'id,name',
        signal,
      });
      return { clients: page.items, more: page.totalItems - page.items.length };
    },
    placeholderData: keepPreviousData,
  });
}
