import { containsText } from '#domain/text/contains-text.ts';
import { fold } from '#domain/text/fold.ts';
import type { Collection } from '#server/records/collection.ts';
import {
  type Comparison,
  type Condition,
  type FieldRef,
  isSealed,
  ITEM,
  NONE,
  refsOf,
} from '#server/records/filter/condition.ts';
import { foldedNeedle } from '#server/records/filter/folded-needle.ts';
import { likeMatches } from '#server/records/filter/like-pattern.ts';

type StoredRow = Readonly<Record<string, unknown>>;

/** A stored row and, by the relation's column, the owner's records that it refers to. */
export interface Candidate {
  row: StoredRow;
  related: Readonly<Record<string, StoredRow | undefined>>;
  /** `fold` with a cache of the caller's. */
  fold?: (text: string) => string;
  /** Called before each comparison of texts; throws when they take too long. */
  step?: () => void;
}

/** Returns whether a row matches, with the same result as `conditionSql` in the database. */
export function matches(condition: Condition, candidate: Candidate): boolean {
  switch (condition.kind) {
    case 'always':
      return condition.value;
    case 'and':
      return condition.items.every((item) => matches(item, candidate));
    case 'or':
      return condition.items.some((item) => matches(item, candidate));
    case 'among':
      return condition.ids.has(String(candidate.row[condition.column])) !== condition.negated;
    case 'compare':
      return compares(valueOf(condition.field, candidate), condition.sign, condition.value);
    case 'compareFields':
      return compares(valueOf(condition.left, candidate), condition.sign, valueOf(condition.right, candidate));
    case 'some': {
      const item = (value: unknown) => matches(condition.item, { ...candidate, row: { [ITEM.column]: value } });
      return itemsOf(condition.list, candidate).some(item) !== condition.negated;
    }
    case 'like':
      return likeMatches(condition.pattern, textOf(condition.field, candidate)) !== condition.negated;
    case 'contains':
      return containsText(textOf(condition.text, candidate), textOf(condition.needle, candidate)) !== condition.negated;
    default:
      return condition satisfies never;
  }
}

function storedOf(field: FieldRef, { row, related }: Candidate): unknown {
  const record = field.relation ? related[field.relation.column] : row;
  return record?.[field.column];
}

function itemsOf(list: FieldRef, candidate: Candidate): readonly unknown[] {
  const value = storedOf(list, candidate);
  return Array.isArray(value) ? value : [];
}

function valueOf(field: FieldRef, candidate: Candidate): string | number {
  const { fold: folding = fold, step } = candidate;
  const value = storedOf(field, candidate);
  if (field.type === 'number') return Number(value ?? (field.nullable ? NONE : 0));
  const text = typeof value === 'string' ? value : storedText(value);
  // Every comparison of long texts passes here.
  step?.();
  return field.fold ? folding(text) : text;
}

/** JSON compares as its stored text. */
function storedText(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function textOf(field: FieldRef | string, candidate: Candidate): string {
  if (typeof field === 'string') return field;
  const value = valueOf(field, candidate);
  return field.nullable && value === NONE ? '' : String(value);
}

function compares(left: string | number, sign: Comparison, right: string | number): boolean {
  const order = compareStored(left, right);
  switch (sign) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    default:
      return sign satisfies never;
  }
}

/** Numbers by size, texts by code point, as both engines order them (JavaScript's own order is by UTF-16 unit). */
export function compareStored(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return left === right ? 0 : compareTexts(String(left), String(right));
}

function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (a !== b) return placeOf(a) - placeOf(b);
  }
  return left.length - right.length;
}

/** Halves of a pair stand for characters behind all others: they change places with the units from U+E000 on. */
function placeOf(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}

/**
 * What a look at the JSON of an envelope, and at the other columns of its row where they count, says: false where the
 * record certainly does not match.
 */
type Look = (json: string, withoutTexts: () => Candidate) => boolean;

/** Returns a quick look into envelopes. Parsing the JSON and folding its texts takes several times as long. */
export function quickLook(condition: Condition, collection: Collection, known = new Map<string, Look>()): Look {
  if (condition.kind === 'and' || condition.kind === 'or') {
    // A word that is looked for in several texts of a record is looked for once in the JSON of all.
    const looks = [...new Set(condition.items.map((item) => quickLook(item, collection, known)))];
    return condition.kind === 'and'
      ? (...row) => looks.every((look) => look(...row))
      : (...row) => looks.some((look) => look(...row));
  }
  if (refsOf(condition).every((ref) => !isSealed(ref, collection))) {
    return (_json, withoutTexts) => matches(condition, withoutTexts());
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
