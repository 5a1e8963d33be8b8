import { bitOf, sealedFields } from '#server/ground/sealing/envelope.ts';
import type { Collection } from '#server/records/collection.ts';
import { type Condition, type FieldRef, refsOf } from '#server/records/filter/condition.ts';
import { matches } from '#server/records/filter/filter-predicate.ts';
import { foldedNeedle } from '#server/records/filter/folded-needle.ts';

/** Returns whether a field stands sealed in its row. */
export function isSealed({ column, relation }: FieldRef, { name }: Pick<Collection, 'name'>): boolean {
  return sealedFields(relation?.to.name ?? name).includes(column);
}

/** The comparison that needs no key: whether a text of the record itself is empty. `bit` stands for the field. */
export function emptyTest(condition: Condition, collection: Collection): { empty: boolean; bit: number } | null {
  if (condition.kind !== 'compare' || condition.value !== '' || condition.field.relation) return null;
  const { field, sign } = condition;
  if ((sign !== '=' && sign !== '!=') || !isSealed(field, collection)) return null;
  return { empty: sign === '=', bit: bitOf(collection.name, field.column) };
}

/** The most ids of related records that a statement compares with. */
export const IDS_IN_SQL = 500;

/** Returns whether a condition can be decided only in memory: it compares sealed texts, or very many ids. */
export function needsMemory(condition: Condition, collection: Collection): boolean {
  if (condition.kind === 'and' || condition.kind === 'or') {
    return condition.items.some((item) => needsMemory(item, collection));
  }
  // A statement makes a table of the ids each time.
  if (condition.kind === 'among') return condition.ids.size > IDS_IN_SQL;
  if (emptyTest(condition, collection)) return false;
  return refsOf(condition).some((ref) => isSealed(ref, collection));
}

/**
 * Returns the part of a condition for SQL, which every matching record meets: what it leaves is decided in memory.
 */
export function partForSql(condition: Condition, collection: Collection): Condition {
  if (condition.kind === 'and' || condition.kind === 'or') {
    return { kind: condition.kind, items: condition.items.map((item) => partForSql(item, collection)) };
  }
  if (!needsMemory(condition, collection)) return condition;
  const [field, ...others] = refsOf(condition);
  // A record without the text is as one with an empty text: it need not be opened where that does not match.
  const needsSome = field && others.length === 0 && !field.relation && !matches(condition, { row: {}, related: {} });
  if (!needsSome) return { kind: 'always', value: true };
  return { kind: 'compare', field: { ...field, fold: false }, sign: '!=', value: '' };
}

/**
 * Returns a quick look into the JSON of an envelope: false where the record certainly does not match. Parsing the JSON
 * and folding its texts takes several times as long.
 */
export function quickLook(
  condition: Condition,
  collection: Collection,
  known = new Map<string, (json: string) => boolean>(),
): (json: string) => boolean {
  if (condition.kind === 'and' || condition.kind === 'or') {
    // A word that is looked for in several texts of a record is looked for once in the JSON of all.
    const looks = [...new Set(condition.items.map((item) => quickLook(item, collection, known)))];
    return condition.kind === 'and'
      ? (json) => looks.every((look) => look(json))
      : (json) => looks.some((look) => look(json));
  }
  if (condition.kind !== 'contains' || condition.negated) return always;
  const { text, needle } = condition;
  if (typeof text === 'string' || typeof needle !== 'string') return always;
  if (text.relation || !text.fold || !isSealed(text, collection)) return always;
  const pattern = foldedNeedle(needle);
  return known.getOrInsertComputed(needle, () => (pattern ? (json) => pattern.test(json) : always));
}

function always(): boolean {
  return true;
}
