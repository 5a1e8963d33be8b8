import PocketBase, { BaseAuthStore } from 'pocketbase';
import type { SearchTerms } from '#domain/clients/client-search.ts';

/** Independent of the server and of the sign-in, so that filters can be built and tested without either. */
const blank = new PocketBase('/', new BaseAuthStore());

/** The filter with its `{:names}` filled in, each value as a quoted text that cannot break out of it. */
export function filled(filter: string, values: Record<string, string>): string {
  return blank.filter(filter, values);
}

/** The filter 'the field contains the text', taken literally: a typed % is no wildcard. */
export function contains(field: string, text: string): string {
  return filled(`${field} ~ {:text}`, { text: text.replaceAll(/[\\%]/g, String.raw`\$&`) });
}

/** The filter for the terms of a search; empty when nothing is searched. */
export function searchFilter(field: string, terms: SearchTerms): string {
  return terms.map((texts) => `(${texts.map((text) => contains(field, text)).join(' || ')})`).join(' && ');
}
