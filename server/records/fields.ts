import type { Collection, Field } from '#server/records/collection.ts';

/** What every record has besides its declared fields. */
const COMMON = {
  id: { type: 'text' },
  created: { type: 'autodate' },
  updated: { type: 'autodate' },
} as const satisfies Record<string, Field>;

/** All fields of a record by wire name, which is also the column's name. */
export function fieldsOf(collection: Collection): Record<string, Field> {
  return { ...COMMON, ...collection.fields };
}

/** The field under this name, whoever may see it. */
export function fieldOf(collection: Collection, name: string): Field | undefined {
  const fields = fieldsOf(collection);
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** A field that may stand in a filter or sort: its column says what is shown; passwords have none. */
export function filterableField(collection: Collection, name: string): Field | undefined {
  const field = fieldOf(collection, name);
  if (!field || field.type === 'password' || field.derived) return undefined;
  return field.hidden && !field.filterOnly ? undefined : field;
}

/** The fields that are answered. */
export function visibleFields(collection: Collection): readonly [name: string, field: Field][] {
  const known = visible.get(collection);
  if (known) return known;
  const fields = Object.entries(fieldsOf(collection)).filter(
    ([, field]) => !field.hidden && !field.filterOnly && field.type !== 'password',
  );
  visible.set(collection, fields);
  return fields;
}

const visible = new WeakMap<Collection, readonly [name: string, field: Field][]>();
