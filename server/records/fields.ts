import type { Collection, Field } from '#server/records/collection.ts';

/** The fields of every record besides its declared ones. */
const COMMON = {
  id: { type: 'text', longest: 15 },
  created: { type: 'autodate' },
  updated: { type: 'autodate' },
} as const satisfies Record<string, Field>;

/** All fields of a record by wire name, which is also the column's name. */
export function fieldsOf(collection: Collection): Readonly<Record<string, Field>> {
  return all.getOrInsertComputed(collection, () => ({ ...COMMON, ...collection.fields }));
}

/** Both once for each collection, which stays the plain declaration that it is: every record of a list asks. */
const all = new WeakMap<Collection, Readonly<Record<string, Field>>>();
const visible = new WeakMap<Collection, readonly [name: string, field: Field][]>();

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
  const known = viewed.length === 0 && visible.get(collection);
  if (known) return known;
  const fields = Object.entries(fieldsOf(collection)).filter(
    ([name, field]) => viewed.includes(name) || (!field.hidden && !field.filterOnly && field.type !== 'password'),
  );
  if (viewed.length === 0) visible.set(collection, fields);
  return fields;
}
