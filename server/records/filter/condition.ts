import type { LikePattern } from '#server/records/filter/like-pattern.ts';
import { bitOf, sealedFields } from '#server/ground/sealing/envelope.ts';
import type { Collection } from '#server/records/collection.ts';

/** A column of the record, or of the record that one of its relations leads to. */
export interface FieldRef {
  column: string;
  /** How its values compare. Booleans are the numbers 0 and 1; dates compare as texts in the stored form. */
  type: 'text' | 'date' | 'number';
  relation: { column: string; to: Collection } | null;
  /** Compare without regard to case. */
  fold: boolean;
  /** One text of the list that a 'some' names, in place of a column. */
  isItem?: true;
  /** A number that may be missing and then compares as `NONE`. */
  nullable?: true;
}

/** A text of a list, compared as a search does. */
export const ITEM: FieldRef = { column: 'value', type: 'text', relation: null, fold: true, isItem: true };

/** Stands for a missing number; lower than any stored one. */
export const NONE = -1;

export type Comparison = '=' | '!=' | '>' | '>=' | '<' | '<=';

/** What holds where a comparison does not. */
export const OPPOSITE = {
  '=': '!=',
  '!=': '=',
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
} as const satisfies Record<Comparison, Comparison>;

/** A filter with its names looked up, which both back-ends (SQL and predicate) evaluate to the same result. */
export type Condition =
  | { kind: 'always'; value: boolean }
  | { kind: 'and' | 'or'; items: readonly Condition[] }
  | { kind: 'compare'; field: FieldRef; sign: Comparison; value: string | number }
  | { kind: 'compareFields'; left: FieldRef; sign: Comparison; right: FieldRef }
  | { kind: 'like'; field: FieldRef; pattern: LikePattern; negated: boolean }
  /** `needle` stands somewhere in `text`. */
  | { kind: 'contains'; text: FieldRef | string; needle: FieldRef | string; negated: boolean }
  /** At least one text of a list meets `item`, whose field is `ITEM`; `negated`: none does. */
  | { kind: 'some'; list: FieldRef; item: Condition; negated: boolean }
  /** The relation leads to one of these records, or to none of them; made by `resolveRelated` alone. */
  | { kind: 'among'; column: string; ids: ReadonlySet<string>; negated: boolean };

/** Returns the relations whose records a condition reads. */
export function relationsOf(condition: Condition): { column: string; to: Collection }[] {
  return [
    ...new Map(refsOf(condition).flatMap(({ relation }) => (relation ? [[relation.column, relation]] : []))).values(),
  ];
}

/**
 * Returns the condition without its comparisons with the owner, which all records of one owner meet: callers name the
 * owner in every filter.
 */
export function withoutOwnerComparison(condition: Condition | null, column: string, owner: string): Condition | null {
  if (condition?.kind === 'compare') {
    const { field, sign, value } = condition;
    return field.column === column && !field.relation && sign === '=' && value === owner ? null : condition;
  }
  if (condition?.kind !== 'and') return condition;
  const items = condition.items.flatMap((item) => withoutOwnerComparison(item, column, owner) ?? []);
  return items.length === 0 ? null : { kind: 'and', items };
}

/** The patterns that records are compared with. */
export function patternsOf(condition: Condition): LikePattern[] {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.items.flatMap(patternsOf);
  if (condition.kind === 'some') return patternsOf(condition.item);
  return condition.kind === 'like' ? [condition.pattern] : [];
}

/** Returns the fields that a condition reads. */
export function refsOf(condition: Condition): FieldRef[] {
  switch (condition.kind) {
    case 'always':
    case 'among':
      return [];
    case 'and':
    case 'or':
      return condition.items.flatMap(refsOf);
    case 'compare':
    case 'like':
      return [condition.field];
    case 'some':
      return [condition.list];
    case 'compareFields':
      return [condition.left, condition.right];
    case 'contains':
      return [condition.text, condition.needle].filter((operand) => typeof operand !== 'string');
    default:
      return condition satisfies never;
  }
}

/** Returns whether a field is stored sealed. */
export function isSealed({ column, relation }: FieldRef, { name }: Pick<Collection, 'name'>): boolean {
  return sealedFields(relation?.to.name ?? name).includes(column);
}

/**
 * Returns the test for an empty text of the record itself, the only comparison of a sealed field that needs no key;
 * null for any other condition. `bit` stands for the field.
 */
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
