import { forbidden } from '#domain/errors.ts';
import { badFilter } from '#server/records/filter/bad-filter.ts';
import { type Condition, patternsOf } from '#server/records/filter/condition.ts';
import { comparedAnywhere } from '#server/records/filter/like-pattern.ts';
import { type Expression, parseFilter } from '#server/records/filter/parser.ts';
import { resolveFilter, type Scope } from '#server/records/filter/resolve.ts';

/** The limit for all patterns together: more would exceed the time of a request on one text of 100,000 characters. */
const COMPARED_ANYWHERE_MOST = 100;

/**
 * Returns the `filter` of a list or a subscription; null if there is none. Throws a 400 for a wrong filter or a field
 * that the caller cannot filter by, a 403 for names reserved for rules.
 */
export function readFilter(filter: string, scope: Scope): Condition | null {
  return readExpression(filter, scope)?.condition ?? null;
}

/** Also returns the expression, from which `resolveFilter` makes the condition of another moment. */
export function readExpression(filter: string, scope: Scope): { expression: Expression; condition: Condition } | null {
  if (filter === '') return null;
  refuseRuleNames(filter);
  const expression = parseFilter(filter);
  const condition = resolveFilter(expression, scope);
  const compared = patternsOf(condition).reduce((sum, pattern) => sum + comparedAnywhere(pattern), 0);
  if (compared > COMPARED_ANYWHERE_MOST) {
    throw badFilter(`the texts behind its wildcards are longer than ${COMPARED_ANYWHERE_MOST} characters together`);
  }
  return { expression, condition };
}

/** Refuses the names anywhere, texts included, as in the wire reference (§3.5). */
export function refuseRuleNames(filterOrSort: string): void {
  for (const name of ['@request.', '@collection.']) {
    if (filterOrSort.includes(name)) throw forbidden(`Only superusers can filter by ${name}`);
  }
}
