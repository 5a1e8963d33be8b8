import type { Row } from '#server/db/schema.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { RecordTable } from '#server/db/tables.ts';
import type { Collection, Field, Values } from '#server/records/collection.ts';
import { visibleFields } from '#server/records/fields.ts';
import type { AnyRow } from '#server/db/loose-tables.ts';

export interface Viewer {
  actor: Actor;
  now: Temporal.Instant;
}

/** A stored row as it is answered: what is hidden left out, booleans and JSON as such, empty values as '' and so on. */
export function toWire(collection: Collection, row: Readonly<AnyRow>, viewer: Viewer): Values {
  const wire: Values = { id: row['id'], collectionId: collection.id, collectionName: collection.name };
  for (const [name, field] of visibleFields(collection)) {
    if (Object.hasOwn(row, name) && mayRead(field, row, viewer)) wire[name] = wireValue(field, row[name]);
  }
  // The store reads whole rows wherever a collection presents them.
  return collection.present?.(wire, row as Row<RecordTable>, viewer.now) ?? wire;
}

/** Addresses are for their owner, unless that owner shows them (record API §5.5). */
function mayRead(field: Field, row: Readonly<AnyRow>, { actor }: Viewer): boolean {
  return field.type !== 'email' || actor.kind === 'user' || row['emailVisibility'] === 1;
}

function wireValue(field: Field, stored: unknown): unknown {
  if (field.type === 'bool') return stored === 1;
  if (field.type === 'json') return typeof stored === 'string' ? JSON.parse(stored) : null;
  return stored ?? (field.type === 'number' ? 0 : '');
}

/** What a guest is shown of the record that its own rule found. */
export function onlyFields(wire: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(wire).filter(([name]) => names.includes(name)));
}
