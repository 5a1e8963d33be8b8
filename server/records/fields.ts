import type { Actor } from '#server/ground/identity/actor.ts';
import type { AnyRow } from '#server/ground/db/query.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import type { Collection, Field, Values } from '#server/records/collection.ts';
import { badRequest } from '#domain/errors.ts';

/** The fields of every record besides its declared ones. */
const COMMON = {
  id: { type: 'text', longest: 15 },
  created: { type: 'autodate' },
  updated: { type: 'autodate' },
} as const satisfies Record<string, Field>;

/** All fields of a record by wire name, which is also the column's name. */
export function fieldsOf(collection: Collection): Readonly<Record<string, Field>> {
  return allFields.getOrInsertComputed(collection, () => ({ ...COMMON, ...collection.fields }));
}

/** Both once for each collection, which stays the plain declaration that it is: every record of a list asks. */
const allFields = new WeakMap<Collection, Readonly<Record<string, Field>>>();
const visibleOnes = new WeakMap<Collection, readonly [name: string, field: Field][]>();

/** Returns the field under this name, visible to the caller or not. */
export function fieldOf(collection: Collection, name: string): Field | undefined {
  const fields = fieldsOf(collection);
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Returns a field that a filter or sort can use: its column holds the returned value. Passwords have no column. */
export function filterableField(collection: Collection, name: string): Field | undefined {
  const field = fieldOf(collection, name);
  if (!field || field.type === 'password' || field.derived) return undefined;
  return field.hidden && !field.filterOnly ? undefined : field;
}

/** Returns the fields that a response can include; that of a view has the collection's `viewed` ones too. */
export function visibleFields(collection: Collection, isView = false): readonly [name: string, field: Field][] {
  const viewed = isView ? (collection.viewed ?? []) : [];
  const known = viewed.length === 0 && visibleOnes.get(collection);
  if (known) return known;
  const fields = Object.entries(fieldsOf(collection)).filter(
    ([name, field]) => viewed.includes(name) || (!field.hidden && !field.filterOnly && field.type !== 'password'),
  );
  if (viewed.length === 0) visibleOnes.set(collection, fields);
  return fields;
}

export interface Viewer {
  actor: Actor;
  now: Temporal.Instant;
}

type ShownField = readonly [name: string, field: Field, part?: FieldsPicker | null];

interface Shown {
  picker: FieldsPicker | null;
  /** Whether the collection's `viewed` fields are shown, which are hidden otherwise. */
  isView?: true;
}

/** Returns a record as its viewer receives it, without hidden fields. */
export function toWire(collection: Collection, row: Readonly<AnyRow>, viewer: Viewer): Values {
  return presenter(collection, viewer, { picker: null })(row);
}

/** Returns what makes records of rows: found once for all rows of a list, it looks at the picked fields alone. */
export function presenter(
  collection: Collection,
  { actor, now }: Viewer,
  { picker, isView }: Shown,
): (row: Readonly<AnyRow>) => Values {
  // Which fields `present` reads is its own matter.
  const early = collection.present ? null : picker;
  const names = pickFields({ id: '', collectionId: collection.id, collectionName: collection.name }, early);
  const visible: readonly ShownField[] = visibleFields(collection, isView);
  const fields = early
    ? visible.flatMap(([name, field]): ShownField[] => {
        const part = within(early, name);
        return part === undefined ? [] : [[name, field, part]];
      })
    : visible;
  return (row) => {
    const wire: Values = { ...names };
    for (const [name, { type }, part] of fields) {
      const value = row[name];
      // A text that does not open is absent.
      if (value === undefined) continue;
      // An address is visible to its owner only, unless the owner shows it (record API §5.5).
      if (type === 'email' && actor.kind === 'guest' && row['emailVisibility'] !== true) continue;
      wire[name] = part ? pickPart(value, part) : value;
    }
    // The store always reads whole rows for a collection with `present`.
    return collection.present ? pickFields(collection.present(wire, row as Decoded<RecordTable>, now), picker) : wire;
  };
}

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
function pickPart(value: unknown, picker: FieldsPicker | null): unknown {
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
