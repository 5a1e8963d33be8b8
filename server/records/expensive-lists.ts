import type { Collection } from '#server/records/collection.ts';
import { fieldOf } from '#server/records/fields.ts';
import type { Condition } from '#server/records/filter/condition.ts';
import { emptyTest } from '#server/records/filter/sealed-condition.ts';
import type { Listing } from '#server/records/list-sql.ts';

/** Comparisons of short columns that 100,000 records pass in less than 20 ms. */
const CHEAP_COMPARISONS = 8;

/**
 * Returns whether a list needs the queue and a budget: no index gives its order, or it compares texts, related records
 * or many values. Checking the budget row by row took a third of the time of a list of 30, so all other lists go
 * without.
 */
export function isExpensive({ collection, condition, sort }: Listing): boolean {
  const ordered = sort.every(
    ({ by }) => by !== 'random' && !by.relation && ['date', 'created', 'search_text'].includes(by.column),
  );
  return !ordered || (condition !== null && cheapComparisons(condition, collection) > CHEAP_COMPARISONS);
}

/** Returns how many comparisons of short stored values with constants a record takes; Infinity for other conditions. */
function cheapComparisons(condition: Condition, collection: Collection): number {
  switch (condition.kind) {
    case 'always':
      return 0;
    case 'and':
    case 'or':
      return condition.items.reduce((sum, item) => sum + cheapComparisons(item, collection), 0);
    case 'compare': {
      if (emptyTest(condition, collection)) return 1;
      const { fold, relation, column } = condition.field;
      return fold || relation || fieldOf(collection, column)?.longest !== undefined ? Infinity : 1;
    }
    default:
      return Infinity;
  }
}
