import type { Actor } from '#server/ground/identity/actor.ts';
import type { AnyRow } from '#server/ground/db/loose-tables.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import { type FieldsPicker, pickFields, pickPart, within } from '#server/records/fields-picker.ts';
import type { Collection, Field, Values } from '#server/records/collection.ts';

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
