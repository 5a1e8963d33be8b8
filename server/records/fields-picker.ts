import { badRequest } from '#domain/errors.ts';

interface Picked {
  /** Named itself, not only a part of it. */
  whole: boolean;
  parts: Map<string, Picked>;
  excerpt: Excerpt | null;
}

interface Excerpt {
  characters: number;
  withEllipsis: boolean;
  /** An excerpt leaves out what looks like markup, as PocketBase's does; the beginning of a plain text leaves out nothing. */
  ofMarkup: boolean;
}

/** Which parts of a record are answered. */
export type FieldsPicker = Picked;

const LONGEST = 2000;
const BEGINNING = /^beginning\(\s*(\d{1,9})\s*\)$/;
const EXCERPT = /^excerpt\(\s*(\d{1,9})\s*(?:,\s*(true|false)\s*)?\)$/;

/** Reads `fields` ('id,expand.client.name,content:excerpt(200,true)'); null where everything is wanted. */
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

/** The comma of 'excerpt(4,true)' separates no fields. */
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

/** The names at the top, where none of them is '*': other columns need not be read. */
export function pickedNames(picker: FieldsPicker | null): ReadonlySet<string> | null {
  return picker && !picker.parts.has('*') ? new Set(picker.parts.keys()) : null;
}

/** Whether a part of a record is answered, as a whole or in part. */
export function isPicked(picker: FieldsPicker | null, name: string): boolean {
  return picker === null || picker.whole || picker.parts.has(name) || picker.parts.has('*');
}

/** What of a part of a record is answered; null for all of it. */
export function within(picker: FieldsPicker | null, name: string): FieldsPicker | null {
  if (picker === null || picker.whole) return null;
  return picker.parts.get(name) ?? picker.parts.get('*') ?? null;
}

/** Only the picked parts of a record; names that it does not have are skipped. */
export function pickFields(value: unknown, picker: FieldsPicker | null): unknown {
  if (!picker) return value;
  if (Array.isArray(value)) return value.map((item) => pickFields(item, picker));
  if (typeof value !== 'object' || value === null) return excerpted(value, picker.excerpt);
  if (picker.whole) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
      const picked = picker.parts.get(name) ?? picker.parts.get('*');
      return picked ? [[name, pickFields(part, picked)]] : [];
    }),
  );
}

function excerpted(value: unknown, excerpt: Excerpt | null): unknown {
  if (!excerpt || typeof value !== 'string') return value;
  const text = excerpt.ofMarkup ? value.replaceAll(/<[^<>]*>/g, ' ') : value;
  const plain = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  if (plain.length <= excerpt.characters) return plain.join('');
  const cut = plain.slice(0, excerpt.characters).join('').trimEnd();
  return excerpt.withEllipsis ? `${cut}...` : cut;
}
