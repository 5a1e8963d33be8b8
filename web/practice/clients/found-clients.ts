import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { clientSearchTerms, type SearchTerms } from '#domain/clients/client-search.ts';
import { filled, searchFilter } from '#web/ground/api/filter.ts';
import { firstRows } from '#web/ground/api/first-rows.ts';
import type { LetterReader } from '#web/practice/letters/letter-address.ts';
import { ownId } from '#web/ground/api/session.ts';

export interface FoundClient {
  id: string;
  name: string;
  phone: string;
  archived: boolean;
  namesake: boolean;
}

/** Includes what decides about letters, because the address has to be shown at once. */
type FoundReader = FoundClient & LetterReader;

const FIELDS = 'id,name,phone,archived,namesake,email,reminders';

/** The first clients by name, without archived ones. */
export function firstClientsQuery(most: number) {
  return queryOptions({
    queryKey: ['clients', 'first', most],
    queryFn: ({ signal }) => {
      const filter = filled('user = {:user} && archived = false', { user: ownId() });
      return firstRows<FoundReader>('clients', most, { filter, sort: 'name', fields: FIELDS, signal });
    },
  });
}

/**
 * The first matching clients: first those whose search text begins with a typed word, usually the surname, then those
 * that contain it elsewhere.
 */
export function foundClientsQuery(typed: string, most: number, condition = '') {
  const terms = clientSearchTerms(typed);
  const found = [filled('user = {:user}', { user: ownId() }), condition, searchFilter('search_text', terms)];
  const list = (filter: string, signal: AbortSignal) =>
    firstRows<FoundReader>('clients', most, { filter, sort: 'archived,name', fields: FIELDS, signal });
  return queryOptions({
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryKey: ['clients', 'found', terms, most, condition],
    enabled: terms.length > 0,
    queryFn: async ({ signal }) => {
      const filter = found.filter(Boolean).join(' && ');
      const beginning = beginsWith(terms);
      const [first, all] = await Promise.all([
        beginning ? list(`${filter} && (${beginning})`, signal) : [],
        list(filter, signal),
      ]);
      const known = new Set(first.map(({ id }) => id));
      return [...first, ...all.filter(({ id }) => !known.has(id))].slice(0, most);
    },
  });
}

/** The filter for a search text that begins with one of the terms; empty if none contains letters. */
function beginsWith(terms: SearchTerms): string {
  return terms
    .flat()
    .filter((text) => /\p{L}/u.test(text))
    .map((text) => filled('search_text ~ {:text}', { text: `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` }))
    .join(' || ');
}
