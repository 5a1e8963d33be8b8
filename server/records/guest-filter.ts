import type { Collection } from '#server/records/collection.ts';
import { parseFilter } from '#server/records/filter/parser.ts';

export interface GuestFilter {
  field: string;
  value: string;
  /** All fields returned to a guest. */
  fields: readonly string[];
}

/**
 * Returns a guest's filter under the collection's guest rule, exactly `field = 'value'`; null for any other filter.
 * Another operator would reveal a secret letter by letter.
 */
export function readGuestFilter({ guest }: Collection, filter: string): GuestFilter | null {
  if (!guest || filter === '') return null;
  const expression = parseFilter(filter);
  if (expression.kind !== 'compare' || expression.sign !== '=') return null;
  const { left, right } = expression;
  if (left.kind !== 'name' || left.name !== guest.filter || right.kind !== 'text' || right.value === '') return null;
  return { field: guest.filter, value: right.value, fields: guest.fields };
}
