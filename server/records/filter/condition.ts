import type { Collection } from '#server/records/collection.ts';
import type { LikePattern } from '#server/records/filter/like-pattern.ts';

/** A column of the record, or of the record that one of its relations leads to. */
export interface FieldRef {
  column: string;
  /** How its values compare. Booleans are the numbers 0 and 1; dates compare as texts in the stored form. */
  type: 'text' | 'date' | 'number';
  relation: { column: string; to: Collection } | null;
  /** Compare without regard to case. */
  fold: boolean;
}

export type Comparison = '=' | '!=' | '>' | '>=' | '<' | '<=';

/** A filter with its names looked up, which both back-ends (SQL and predicate) evaluate to the same result. */
export type Condition =
  | { kind: 'always'; value: boolean }
  | { kind: 'and' | 'or'; items: readonly Condition[] }
  | { kind: 'compare'; field: FieldRef; sign: Comparison; value: string | number }
  | { kind: 'compareFields'; left: FieldRef; sign: Comparison; right: FieldRef }
  | { kind: 'like'; field: FieldRef; pattern: LikePattern; negated: boolean }
  /** `needle` stands somewhere in `text`. */
  | { kind: 'contains'; text: FieldRef | string; needle: FieldRef | string; negated: boolean }
  /** The relation leads to one of these records, or to none of them; only `resolveRelated` makes it. */
  | { kind: 'among'; column: string; ids: ReadonlySet<string>; negated: boolean };

/** Returns the relations whose records a condition reads. */
export function relationsOf(condition: Condition): { column: string; to: Collection }[] {
  return [
    ...new Map(refsOf(condition).flatMap(({ relation }) => (relation ? [[relation.column, relation]] : []))).values(),
  ];
}

/** Drops comparisons with the owner, which all records of one owner meet: clients name the owner in every filter. */
export function amongOwned(condition: Condition | null, column: string, owner: string): Condition | null {
  if (condition?.kind === 'compare') {
    const { field, sign, value } = condition;
    return field.column === column && !field.relation && sign === '=' && value === owner ? null : condition;
  }
  if (condition?.kind !== 'and') return condition;
  const items = condition.items.flatMap((item) => amongOwned(item, column, owner) ?? []);
  return items.length === 0 ? null : { kind: 'and', items };
}

/** The patterns that records are compared with. */
export function patternsOf(condition: Condition): LikePattern[] {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.items.flatMap(patternsOf);
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
    case 'compareFields':
      return [condition.left, condition.right];
    case 'contains':
      return [condition.text, condition.needle].filter((operand) => typeof operand !== 'string');
    default:
      return condition satisfies never;
  }
}
