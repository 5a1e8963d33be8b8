import { fold } from '#domain/text/fold.ts';
import { isStoredInstant, printInstant, readInstant } from '#domain/time/instant.ts';
import type { Collection, Field } from '#server/records/collection.ts';
import { filterableField } from '#server/records/fields.ts';
import { badFilter } from '#server/records/filter/bad-filter.ts';
import {
  type Comparison,
  type Condition,
  type FieldRef,
  ITEM,
  NONE,
  OPPOSITE,
} from '#server/records/filter/condition.ts';
import { likePattern, textAnywhere } from '#server/records/filter/like-pattern.ts';
import { macroValue } from '#server/records/filter/macros.ts';
import type { Expression, Operand, Sign } from '#server/records/filter/parser.ts';

export interface Scope {
  collection: Collection;
  collections: readonly Collection[];
  /** The time of '@now' and the other macros. */
  now: Temporal.Instant;
}

type Literal = string | number | boolean | null;
type Found = { field: FieldRef; stored: 'folded' | 'as typed'; list?: 'whole' | 'each' } & Pick<
  Field,
  'sortedBy' | 'inWords'
>;
type Resolved = Found | { literal: Literal };

/** Looks up the names of a filter among the fields that a caller can filter by. Throws a 400 for any other. */
export function resolveFilter(expression: Expression, scope: Scope): Condition {
  if (expression.kind === 'compare') {
    const { sign, any } = expression;
    const left = resolveOperand(expression.left, scope);
    const right = resolveOperand(expression.right, scope);
    if ('list' in left && 'literal' in right) return resolveList(left, { sign, any }, right);
    if ([left, right].some((operand) => 'list' in operand && operand.list === 'each')) {
      throw badFilter('a list compares with a value on its right');
    }
    return resolveSingle(left, sign, right);
  }
  return { kind: expression.kind, items: expression.items.map((item) => resolveFilter(item, scope)) };
}

function resolveSingle(left: Resolved, sign: Sign, right: Resolved): Condition {
  if (sign === '~' || sign === '!~') return resolveLike(left, right, sign === '!~');
  return resolveComparison(left, sign, right);
}

/**
 * 'list ~ x' holds where one of its texts contains x; 'list:each ?= x' where one is x, 'list:each = x' where all are and
 * there is one. A list without ':each' compares as its JSON otherwise.
 */
function resolveList(
  { list, ...found }: Found,
  { sign, any }: { sign: Sign; any: boolean },
  right: { literal: Literal },
): Condition {
  const isWhole = list === 'whole';
  if (isWhole && sign !== '~' && sign !== '!~') return resolveSingle(found, sign, right);
  const some = (itemSign: Sign, negated: boolean): Condition => {
    const item = resolveSingle({ field: ITEM, stored: 'as typed' }, itemSign, right);
    return { kind: 'some', list: found.field, item, negated };
  };
  if (isWhole) return some('~', sign === '!~');
  return any ? some(sign, false) : { kind: 'and', items: [some(sign, false), some(OPPOSITE_SIGN[sign], true)] };
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
  if (modifier === 'each' && found.list) return { ...found, list: 'each' };
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
    ...(field.type === 'json' && field.list && { list: 'whole' }),
    field: {
      column,
      type: comparesAs(field.type),
      relation,
      fold: false,
      ...(field.type === 'number' && field.nullable && { nullable: true }),
    },
    stored: field.folded ? 'folded' : 'as typed',
  };
}

function comparesAs(type: string): FieldRef['type'] {
  if (type === 'number' || type === 'bool') return 'number';
  return type === 'date' || type === 'autodate' ? 'date' : 'text';
}

const OPPOSITE_SIGN: Record<Sign, Sign> = { ...OPPOSITE, '~': '!~', '!~': '~' };

const MIRRORED: Record<Comparison, Comparison> = { '=': '=', '!=': '!=', '>': '<', '>=': '<=', '<': '>', '<=': '>=' };

function resolveComparison(left: Resolved, sign: Comparison, right: Resolved): Condition {
  if ('literal' in left) {
    if ('literal' in right) return compareLiterals(left.literal, sign, right.literal);
    return resolveComparison(right, MIRRORED[sign], left);
  }
  if ('literal' in right) {
    if (left.field.nullable) return compareNullable(left.field, sign, right.literal);
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

/** None equals none alone, and has no order. */
function compareNullable(field: FieldRef, sign: Comparison, literal: Literal): Condition {
  const none = (is: '=' | '!='): Condition => ({ kind: 'compare', field, sign: is, value: NONE });
  if (literal === null) return sign === '=' || sign === '!=' ? none(sign) : incomparable(sign);
  const value = suited(literal, field);
  if (value === null) return incomparable(sign);
  // One that no field holds may be what stands for none.
  const compared: Condition = { kind: 'compare', field, sign, value: Math.max(Number(value), NONE / 2) };
  return sign === '!=' ? compared : { kind: 'and', items: [compared, none('!=')] };
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
