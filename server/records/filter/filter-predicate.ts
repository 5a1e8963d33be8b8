import { containsText } from '#domain/text/contains-text.ts';
import { fold } from '#domain/text/fold.ts';
import type { Comparison, Condition, FieldRef } from '#server/records/filter/condition.ts';
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
    case 'like':
      return likeMatches(condition.pattern, textOf(condition.field, candidate)) !== condition.negated;
    case 'contains':
      return containsText(textOf(condition.text, candidate), textOf(condition.needle, candidate)) !== condition.negated;
    default:
      return condition satisfies never;
  }
}

function valueOf(field: FieldRef, { row, related, fold: folding = fold, step }: Candidate): string | number {
  const record = field.relation ? related[field.relation.column] : row;
  const value = record?.[field.column];
  if (field.type === 'number') return Number(value ?? 0);
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
  return typeof field === 'string' ? field : String(valueOf(field, candidate));
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
