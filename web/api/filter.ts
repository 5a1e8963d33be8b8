import PocketBase, { BaseAuthStore } from 'pocketbase';
import type { SearchTerms } from '#domain/clients/client-search.ts';

/** Knows no server and nobody's sign-in, so that filters can be built and checked without either. */
const blank = new PocketBase('/', new BaseAuthStore());

/** The filter with its `{:names}` filled in, each value as a quoted text that cannot break out of it. */
export function filled(filter: string, values: Record<string, string>): string {
  return blank.filter(filter, values);
}

/** The filter 'the field has the text somewhere in it', the text taken literally: no % that was typed is a wildcard. */
export function contains(field: string, text: string): string {
  return filled(`${field} ~ {:text}`, { text: text.replaceAll(/[\\%]/g, String.raw`\$&`) });
}

/** The filter that a search makes of its terms; empty where everything is meant. */
export function searchFilter(field: string, terms: SearchTerms): string {
  return terms.map((texts) => `(${texts.map((text) => contains(field, text)).join(' || ')})`).join(' && ');
}
