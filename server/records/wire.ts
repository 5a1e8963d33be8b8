import type { Decoded } from '#server/ground/db/row-codec.ts';
import type { Actor } from '#server/ground/identity/actor.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import type { Collection, Field, Values } from '#server/records/collection.ts';
import { visibleFields } from '#server/records/fields.ts';
import type { AnyRow } from '#server/ground/db/loose-tables.ts';

export interface Viewer {
  actor: Actor;
  now: Temporal.Instant;
}

/** Returns a record as its viewer receives it, without hidden fields. */
export function toWire(collection: Collection, row: Readonly<AnyRow>, viewer: Viewer): Values {
  const wire: Values = { id: row['id'], collectionId: collection.id, collectionName: collection.name };
  for (const [name, field] of visibleFields(collection)) {
    if (Object.hasOwn(row, name) && mayRead(field, row, viewer)) wire[name] = row[name];
  }
  // The store always reads whole rows for a collection with `present`.
  return collection.present?.(wire, row as Decoded<RecordTable>, viewer.now) ?? wire;
}

/** An address is visible to its owner only, unless the owner shows it (record API §5.5). */
function mayRead(field: Field, row: Readonly<AnyRow>, { actor }: Viewer): boolean {
  return field.type !== 'email' || actor.kind === 'user' || row['emailVisibility'] === true;
}

/** Returns the fields that a guest can see of the record that the guest rule found. */
export function onlyFields(wire: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => names.includes(name)));
}
