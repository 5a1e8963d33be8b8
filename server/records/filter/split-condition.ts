import type { Collection } from '#server/records/collection.ts';
import { type Condition, type FieldRef, needsMemory, OPPOSITE, refsOf } from '#server/records/filter/condition.ts';
import { matches } from '#server/records/filter/filter-predicate.ts';

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

/** Returns the ids of the owner's records that match. */
type FindIds = (collection: Collection, condition: Condition) => Promise<string[]>;

/**
 * Replaces what a condition says of related records alone by their ids, which are found once and not for each record of
 * the list. Comparisons of a related field with one of the record itself stay.
 */
export async function resolveRelated(condition: Condition, find: FindIds): Promise<Condition> {
  const relation = onlyRelation(condition);
  if (relation) {
    const said = ofTheRelated(condition);
    // Where a missing record matches too, those that do not match are found.
    const negated = matches(said, { row: {}, related: {} });
    const ids = await find(relation.to, negated ? negate(said) : said);
    return { kind: 'among', column: relation.column, ids: new Set(ids), negated };
  }
  if (condition.kind !== 'and' && condition.kind !== 'or') return condition;
  const { kind } = condition;
  const items: Condition[] = [];
  // All that is said of one relation is one question.
  const groups = Map.groupBy(condition.items, (item) => onlyRelation(item)?.column ?? '');
  for (const [column, group] of groups) {
    const joined: Condition[] = column === '' ? group : [{ kind, items: group }];
    for (const item of joined) items.push(await resolveRelated(item, find));
  }
  return { kind, items };
}

/** Returns the relation that a condition is about; null if it reads other fields too, or none. */
function onlyRelation(condition: Condition): NonNullable<FieldRef['relation']> | null {
  const refs = refsOf(condition);
  const relation = refs[0]?.relation ?? null;
  return relation && refs.every((ref) => ref.relation?.column === relation.column) ? relation : null;
}

/** Returns the same condition for the related record itself. */
function ofTheRelated(condition: Condition): Condition {
  const own = (field: FieldRef): FieldRef => ({ ...field, relation: null });
  const ownOrText = (operand: FieldRef | string) => (typeof operand === 'string' ? operand : own(operand));
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, items: condition.items.map(ofTheRelated) };
    case 'compare':
    case 'like':
      return { ...condition, field: own(condition.field) };
    case 'some':
      return { ...condition, list: own(condition.list) };
    case 'compareFields':
      return { ...condition, left: own(condition.left), right: own(condition.right) };
    case 'contains':
      return { ...condition, text: ownOrText(condition.text), needle: ownOrText(condition.needle) };
    default:
      return condition;
  }
}

function negate(condition: Condition): Condition {
  switch (condition.kind) {
    case 'always':
      return { ...condition, value: !condition.value };
    case 'and':
    case 'or':
      return { kind: condition.kind === 'and' ? 'or' : 'and', items: condition.items.map(negate) };
    case 'compare':
    case 'compareFields':
      return { ...condition, sign: OPPOSITE[condition.sign] };
    default:
      return { ...condition, negated: !condition.negated };
  }
}
