import { AppError } from '#domain/errors.ts';
import type { Condition } from '#server/records/filter/condition.ts';
import { parseFilter } from '#server/records/filter/parser.ts';
import { resolveFilter, type Scope } from '#server/records/filter/resolve.ts';

/**
 * Reads the `filter` of a list or a subscription; null where there is none. Throws a 400 for a filter that is wrong or
 * names what the caller may not filter by, a 403 for the names that rules alone may use.
 */
export function readFilter(filter: string, scope: Scope): Condition | null {
  if (filter === '') return null;
  refuseRuleNames(filter);
  return resolveFilter(parseFilter(filter), scope);
}

/** Refused wherever they stand, texts included, as in the wire reference (§3.5). */
export function refuseRuleNames(filterOrSort: string): void {
  for (const name of ['@request.', '@collection.']) {
    if (filterOrSort.includes(name)) throw new AppError(403, `Only superusers can filter by ${name}`);
  }
}
