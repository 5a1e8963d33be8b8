import { fold } from '#domain/text/fold.ts';
import { isStoredInstant, printInstant, readInstant } from '#domain/time/instant.ts';
import type { Collection, Field } from '#server/records/collection.ts';
import { filterableField } from '#server/records/fields.ts';
import { badFilter } from '#server/records/filter/bad-filter.ts';
import type { Comparison, Condition, FieldRef } from '#server/records/filter/condition.ts';
import { likePattern, textAnywhere } from '#server/records/filter/like-pattern.ts';
import { macroValue } from '#server/records/filter/macros.ts';
import type { Expression, Operand } from '#server/records/filter/parser.ts';

export interface Scope {
  collection: Collection;
  collections: readonly Collection[];
  /** The time of '@now' and the other macros. */
  now: Temporal.Instant;
}

type Literal = string | number | boolean | null;
type Found = { field: FieldRef; stored: 'folded' | 'as typed' } & Pick<Field, 'sortedBy' | 'inWords'>;
type Resolved = Found | { literal: Literal };

/** Looks up the names of a filter among the fields that a caller can filter by. Throws a 400 for any other. */
export function resolveFilter(expression: Expression, scope: Scope): Condition {
  if (expression.kind === 'compare') {
    const { sign } = expression;
    const left = resolveOperand(expression.left, scope);
    const right = resolveOperand(expression.right, scope);
    if (sign === '~' || sign === '!~') return resolveLike(left, right, sign === '!~');
    return resolveComparison(left, sign, right);
  }
  return { kind: expression.kind, items: expression.items.map((item) => resolveFilter(item, scope)) };
}

const WORDS: Record<string, Literal> = { true: true, false: false, null: null };

function resolveOperand(operand: Operand, scope: Scope): Resolved {
  if (operand.kind !== 'name') return { literal: operand.value };
  const word = operand.name.toLowerCase();
  if (Object.hasOwn(WORDS, word)) return { literal: WORDS[word] ?? null };
  if (operand.name.startsWith('@')) {
    const value = macroValue(operand.name, scope.now);
    if (value === undefined) throw badFilter('an unknown macro');
    return { literal: value };
  }
  return resolveField(operand.name, scope);
}

/**
 * Reads 'field' and 'relation.field', each with ':lower' if it is a text. Hidden and unknown fields give the same
 * error.
 */
function resolveField(name: string, scope: Scope): Resolved {
  const [path = '', modifier, ...more] = name.split(':');
  const found = findField(path, scope);
  if (!found || more.length > 0) throw badFilter('an unknown field');
  if (modifier === undefined) return found;
  if (modifier !== 'lower' || found.field.type !== 'text') throw badFilter('an unknown modifier');
  return { ...found, field: { ...found.field, fold: true } };
}

/** Returns a column for a filter or a sort, of the record or one relation away; null for any other. */
export function findField(path: string, scope: Scope): Found | null {
  const [first = '', second, ...more] = path.split('.');
  if (more.length > 0) return null;
  const own = filterableField(scope.collection, first);
  if (!own) return null;
  if (second === undefined) return reference(first, own, null);
  if (own.type !== 'relation') return null;
  const to = scope.collections.find((collection) => collection.name === own.to);
  const target = to && filterableField(to, second);
  return target ? reference(second, target, { column: first, to }) : null;
}

function reference(column: string, { sortedBy, inWords, ...field }: Field, relation: FieldRef['relation']): Found {
  return {
    ...(sortedBy !== undefined && { sortedBy }),
    ...(inWords && { inWords }),
    field: { column, type: comparesAs(field.type), relation, fold: false },
    stored: field.folded ? 'folded' : 'as typed',
  };
}

function comparesAs(type: string): FieldRef['type'] {
  if (type === 'number' || type === 'bool') return 'number';
  return type === 'date' || type === 'autodate' ? 'date' : 'text';
}

const MIRRORED: Record<Comparison, Comparison> = { '=': '=', '!=': '!=', '>': '<', '>=': '<=', '<': '>', '<=': '>=' };

function resolveComparison(left: Resolved, sign: Comparison, right: Resolved): Condition {
  if ('literal' in left) {
    if ('literal' in right) return compareLiterals(left.literal, sign, right.literal);
    return resolveComparison(right, MIRRORED[sign], left);
  }
  if ('literal' in right) {
    const value = suited(right.literal, left.field);
    return value === null ? incomparable(sign) : { kind: 'compare', field: left.field, sign, value };
  }
  if ((left.field.type === 'number') !== (right.field.type === 'number')) return incomparable(sign);
  const eitherFolds = left.field.fold || right.field.fold;
  return {
    kind: 'compareFields',
    left: { ...left.field, fold: eitherFolds },
    sign,
    right: { ...right.field, fold: eitherFolds },
  };
}

/** Values of different kinds are never equal and have no order. */
function incomparable(sign: Comparison): Condition {
  return { kind: 'always', value: sign === '!=' };
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Returns a literal in the field's stored form; null if the field cannot hold it. Null and '' are equal for texts. */
function suited(literal: Literal, field: FieldRef): string | number | null {
  if (field.type === 'number') {
    if (typeof literal === 'string') return DECIMAL.test(literal) ? Number(literal) : null;
    return literal === null ? null : Number(literal);
  }
  if (literal === null) return '';
  if (typeof literal !== 'string') return null;
  if (field.type === 'date') {
    // Screens send the stored form.
    const instant = isStoredInstant(literal) ? null : readInstant(literal);
    return instant ? printInstant(instant) : literal;
  }
  return field.fold ? fold(literal) : literal;
}

function compareLiterals(left: Literal, sign: Comparison, right: Literal): Condition {
  const a = typeof left === 'boolean' ? Number(left) : (left ?? '');
  const b = typeof right === 'boolean' ? Number(right) : (right ?? '');
  if (typeof a !== typeof b) return incomparable(sign);
  const always = { '=': a === b, '!=': a !== b, '>': a > b, '>=': a >= b, '<': a < b, '<=': a <= b };
  return { kind: 'always', value: always[sign] };
}

function resolveLike(left: Resolved, right: Resolved, negated: boolean): Condition {
  if ('field' in right) {
    const text = 'field' in left ? folding(left) : fold(asText(left.literal));
    return { kind: 'contains', text, needle: folding(right), negated };
  }
  const pattern = likePattern(asText(right.literal));
  if ('literal' in left) throw badFilter('~ needs a field');
  const needle = textAnywhere(pattern);
  if (needle !== null) return { kind: 'contains', text: folding(left), needle, negated };
  return { kind: 'like', field: folding(left), pattern, negated };
}

function folding(operand: Found): FieldRef {
  return { ...operand.field, fold: operand.stored === 'as typed' };
}

function asText(literal: Literal): string {
  return typeof literal === 'boolean' ? String(Number(literal)) : String(literal ?? '');
}
