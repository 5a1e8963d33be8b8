import { badRequest } from '#domain/errors.ts';

interface Picked {
  /** Named itself, not only one of its parts. */
  whole: boolean;
  parts: Map<string, Picked>;
  excerpt: Excerpt | null;
}

interface Excerpt {
  characters: number;
  withEllipsis: boolean;
  /** An excerpt strips markup, as PocketBase's does; an excerpt of a plain text strips nothing. */
  ofMarkup: boolean;
}

/** The parts of a record to return. */
export type FieldsPicker = Picked;

const LONGEST = 2000;
const BEGINNING = /^beginning\(\s*(\d{1,9})\s*\)$/;
const EXCERPT = /^excerpt\(\s*(\d{1,9})\s*(?:,\s*(true|false)\s*)?\)$/;

/** Reads `fields` ('id,expand.client.name,content:excerpt(200,true)'); returns null for all fields. */
export function readFieldsPicker(fields: string): FieldsPicker | null {
  if (fields.trim() === '') return null;
  if (fields.length > LONGEST) throw badRequest(`Invalid fields: longer than ${LONGEST} characters.`);
  const root = node();
  for (const item of splitOutsideBrackets(fields)) {
    const [path = '', ...modifiers] = item.trim().split(':');
    let at = root;
    for (const name of path.trim().split('.')) {
      const next = at.parts.get(name) ?? node();
      at.parts.set(name, next);
      at = next;
    }
    at.whole = true;
    if (modifiers.length > 0) at.excerpt = readExcerpt(modifiers.join(':').trim());
  }
  return root;
}

function node(): Picked {
  return { whole: false, parts: new Map(), excerpt: null };
}

/** Does not split at the comma of 'excerpt(4,true)'. */
function splitOutsideBrackets(fields: string): string[] {
  return fields.match(/(?:[^,(]|\([^)]*\)?)+/g) ?? [];
}

function readExcerpt(modifier: string): Excerpt {
  const [, beginning] = BEGINNING.exec(modifier) ?? [];
  if (beginning) return { characters: Number(beginning), withEllipsis: true, ofMarkup: false };
  const match = EXCERPT.exec(modifier);
  if (!match) throw badRequest('Invalid fields: an unknown modifier.');
  return { characters: Number(match[1]), withEllipsis: match[2] === 'true', ofMarkup: true };
}

/** Returns the top-level names, which limit the columns to read; null if one of them is '*'. */
export function pickedNames(picker: FieldsPicker | null): ReadonlySet<string> | null {
  return picker && !picker.parts.has('*') ? new Set(picker.parts.keys()) : null;
}

/** Returns whether a response includes a part of a record, wholly or partly. */
export function isPicked(picker: FieldsPicker | null, name: string): boolean {
  return picker === null || picker.whole || picker.parts.has(name) || picker.parts.has('*');
}

/** Returns the picker for the inside of a part; null for all of it. */
export function within(picker: FieldsPicker | null, name: string): FieldsPicker | null {
  if (picker === null || picker.whole) return null;
  return picker.parts.get(name) ?? picker.parts.get('*') ?? null;
}

/** Returns only the picked parts of a record; skips names that it does not have. */
export function pickFields(value: unknown, picker: FieldsPicker | null): unknown {
  if (!picker) return value;
  if (Array.isArray(value)) return value.map((item) => pickFields(item, picker));
  if (typeof value !== 'object' || value === null) return excerpted(value, picker.excerpt);
  if (picker.whole) return value;
  const every = picker.parts.get('*');
  const result: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    const picked = picker.parts.get(name) ?? every;
    if (picked) result[name] = pickFields(part, picked);
  }
  return result;
}

function excerpted(value: unknown, excerpt: Excerpt | null): unknown {
  if (!excerpt || typeof value !== 'string') return value;
  const text = excerpt.ofMarkup ? value.replaceAll(/<[^<>]*>/g, ' ') : value;
  const plain = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  if (plain.length <= excerpt.characters) return plain.join('');
  const cut = plain.slice(0, excerpt.characters).join('').trimEnd();
  return excerpt.withEllipsis ? `${cut}...` : cut;
}
