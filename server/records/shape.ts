import type { Reader } from '#server/ground/db/database.ts';
import { expandRecords, type ExpandTree, readExpand } from '#server/records/expand.ts';
import { type FieldsPicker, pickFields, readFieldsPicker } from '#server/records/fields-picker.ts';
import type { AnyRow } from '#server/ground/db/loose-tables.ts';
import { type Query, queryText } from '#server/ground/http/request.ts';
import type { RecordCall } from '#server/records/collection.ts';
import { onlyFields, toWire } from '#server/records/wire.ts';

/** The shape of records in a response: their relations and fields. */
export interface Shape {
  expand: ExpandTree;
  picker: FieldsPicker | null;
  /** Whether the collection's `viewed` fields are included. */
  isView?: true;
}

export function readShape(query: Query): Shape {
  return { expand: readExpand(queryText(query, 'expand')), picker: readFieldsPicker(queryText(query, 'fields')) };
}

/** Returns stored rows as the caller receives them. `guestFields` are all fields that a guest can see. */
export async function shapeRows(
  call: Pick<RecordCall, 'context' | 'collection' | 'actor' | 'now'>,
  db: Reader,
  rows: readonly Readonly<AnyRow>[],
  shape: Shape,
  guestFields?: readonly string[],
): Promise<unknown[]> {
  const { context, collection } = call;
  const records = rows.map((row) => {
    const wire = toWire(collection, row, call);
    if (shape.isView) for (const name of collection.viewed ?? []) wire[name] = row[name];
    return { row, wire: guestFields ? onlyFields(wire, guestFields) : wire };
  });
  await expandRecords(records, collection, shape, {
    db,
    engine: context.db.engine,
    collections: context.collections,
    viewer: call,
  });
  return records.map(({ wire }) => pickFields(wire, shape.picker));
}

/** The same for one row. `db` is the transaction's wherever there is one. */
export async function shapeRow(
  call: Parameters<typeof shapeRows>[0],
  db: Reader,
  row: Readonly<AnyRow>,
  shape: Shape,
): Promise<unknown> {
  const [record] = await shapeRows(call, db, [row], shape);
  return record;
}
