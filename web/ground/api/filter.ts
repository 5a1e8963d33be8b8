import type { SearchTerms } from '#domain/clients/client-search.ts';

/**
 * The filter with its `{:names}` filled in, each value as a quoted text that cannot break out of it. The SDK's own
 * `filter`, without the SDK: the inline script in the page does not contain it.
 */
export function filled(filter: string, values: Record<string, string>): string {
  return filter.replaceAll(/\{:(\w+)\}/g, (mark, name: string) => JSON.stringify(values[name] ?? mark));
}

/** The filter 'the field contains the text', taken literally: a typed % is no wildcard. */
export function contains(field: string, text: string): string {
  return filled(`${field} ~ {:text}`, { text: text.replaceAll(/[\\%]/g, String.raw`\$&`) });
}

/** The filter for the terms of a search; empty when nothing is searched. */
export function searchFilter(field: string, terms: SearchTerms): string {
  return terms.map((texts) => `(${texts.map((text) => contains(field, text)).join(' || ')})`).join(' && ');
}
