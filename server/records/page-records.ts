import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { LongRead } from '#server/ground/limits/long-reads.ts';
import { answerTooLarge, bytesOf, LARGEST_ANSWER, recordsAtOnce } from '#server/records/answer-size.ts';
import { columnsOf } from '#server/records/expand.ts';
import type { RecordCall } from '#server/records/collection.ts';
import { type Shape, shapeRows } from '#server/records/shape.ts';
import { findManyOwned } from '#server/records/store.ts';

/**
 * Returns the owner's records with these ids, in their order and as the caller receives them, with a pause after each
 * statement. Throws a 400 as soon as they hold more text than a response may.
 */
export async function readRecords(
  call: RecordCall,
  shape: Shape,
  { ids, owner }: { ids: readonly string[]; owner: OwnerId },
  read: LongRead,
): Promise<unknown[]> {
  const { collection, context } = call;
  const { db, collections } = context;
  const columns = columnsOf(collection, shape);
  const atOnce = recordsAtOnce(collection, collections, shape);
  const records: unknown[] = [];
  let bytes = 0;
  for (let at = 0; at < ids.length; at += atOnce) {
    if (at > 0) await read.pause();
    const reader = db.read;
    const places = ids.slice(at, at + atOnce);
    const rows = await findManyOwned({ reader, engine: db.engine }, collection.name, owner, places, columns);
    const byId = new Map(rows.map((row) => [row['id'], row]));
    const found = places.map((id) => byId.get(id)).filter((row) => row !== undefined);
    const shaped = await shapeRows(call, reader, found, shape);
    for (const record of shaped) bytes += bytesOf(record);
    if (bytes > LARGEST_ANSWER) throw answerTooLarge();
    for (const record of shaped) records.push(record);
  }
  return records;
}
