import { badRequest } from '#domain/errors.ts';
import type { Values } from '#server/records/collection.ts';

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

/** Returns the top-level names, which limit the columns to read; null where all are picked. */
export function pickedNames(picker: FieldsPicker | null): ReadonlySet<string> | null {
  return picker && !picker.whole && !picker.parts.has('*') ? new Set(picker.parts.keys()) : null;
}

/** Returns the picker for the inside of a part; null for all of it, undefined where nothing of it is picked. */
export function within(picker: FieldsPicker | null, name: string): FieldsPicker | null | undefined {
  if (picker === null || picker.whole) return null;
  const part = picker.parts.get(name) ?? picker.parts.get('*');
  return part?.whole && !part.excerpt ? null : part;
}

/** Returns only the picked parts of a record; skips names that it does not have. */
export function pickFields(record: Readonly<Values>, picker: FieldsPicker | null): Values {
  if (!picker || picker.whole) return record;
  const result: Values = {};
  for (const [name, value] of Object.entries(record)) {
    const part = within(picker, name);
    if (part !== undefined) result[name] = pickPart(value, part);
  }
  return result;
}

/** The same for one value of a record. */
export function pickPart(value: unknown, picker: FieldsPicker | null): unknown {
  if (!picker) return value;
  if (Array.isArray(value)) return value.map((item) => pickPart(item, picker));
  if (typeof value !== 'object' || value === null) return excerpted(value, picker.excerpt);
  return pickFields({ ...value }, picker);
}

function excerpted(value: unknown, excerpt: Excerpt | null): unknown {
  if (!excerpt || typeof value !== 'string') return value;
  const text = excerpt.ofMarkup ? value.replaceAll(/<[^<>]*>/g, ' ') : value;
  const plain = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  if (plain.length <= excerpt.characters) return plain.join('');
  const cut = plain.slice(0, excerpt.characters).join('').trimEnd();
  return excerpt.withEllipsis ? `${cut}...` : cut;
}
