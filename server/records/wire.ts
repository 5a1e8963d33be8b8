import type { Decoded } from '#server/db/row-codec.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { RecordTable } from '#server/db/tables.ts';
import type { Collection, Field, Values } from '#server/records/collection.ts';
import { visibleFields } from '#server/records/fields.ts';
import type { AnyRow } from '#server/db/loose-tables.ts';

export interface Viewer {
  actor: Actor;
  now: Temporal.Instant;
}

/** A record as its viewer gets it, without hidden fields. */
export function toWire(collection: Collection, row: Readonly<AnyRow>, viewer: Viewer): Values {
  const wire: Values = { id: row['id'], collectionId: collection.id, collectionName: collection.name };
  for (const [name, field] of visibleFields(collection)) {
    if (Object.hasOwn(row, name) && mayRead(field, row, viewer)) wire[name] = row[name];
  }
  // The store reads whole rows wherever a collection presents them.
  return collection.present?.(wire, row as Decoded<RecordTable>, viewer.now) ?? wire;
}

/** Addresses are for their owner, unless that owner shows them (record API §5.5). */
function mayRead(field: Field, row: Readonly<AnyRow>, { actor }: Viewer): boolean {
  return field.type !== 'email' || actor.kind === 'user' || row['emailVisibility'] === true;
}

/** What a guest is shown of the record that its own rule found. */
export function onlyFields(wire: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => names.includes(name)));
}
