import { openRows } from '#server/ground/db/sealed-rows.ts';
import type { LongRead } from '#server/ground/limits/long-reads.ts';
import { answerTooLarge, bytesOf, LARGEST_ANSWER, mostBytesOf, READ_AT_ONCE } from '#server/records/answer-size.ts';
import type { RecordCall, Values } from '#server/records/collection.ts';
import { findPage, type Listing, type Wanted } from '#server/records/find-page.ts';
import { type Columns, type Shape, shapeRows } from '#server/records/shape.ts';
import { findManyOwned } from '#server/records/store.ts';

/**
 * Returns the records of a page as the caller receives them, with a pause after each statement, and the number of all
 * matches. Throws a 400 as soon as they hold more text than a response may.
 */
export async function readPage(
  call: RecordCall,
  { listing, wanted, shape, columns }: { listing: Listing; wanted: Wanted; shape: Shape; columns: Columns },
  read: LongRead,
): Promise<{ records: Values[]; total: number }> {
  const { db, collection, owner } = listing;
  const most = mostBytesOf(collection, call.context.collections, shape);
  const atOnce = Math.ceil(READ_AT_ONCE / most);
  // PostgreSQL would read whole rows of all the pages before this one.
  const isOneStatement = db.engine === 'sqlite' && wanted.limit <= atOnce;
  const { ids, rows, total } = await findPage(listing, isOneStatement ? { ...wanted, columns } : wanted, read);
  const records: Values[] = [];
  let bytes = 0;
  for (let at = 0; at < ids.length; at += atOnce) {
    if (at > 0) await read.pause();
    const reader = db.read;
    const places = ids.slice(at, at + atOnce);
    const found = rows
      ? await openRows(reader, collection.name, rows)
      : inOrder(await findManyOwned({ reader, engine: db.engine }, collection.name, owner, places, columns), places);
    const shaped = await shapeRows(call, reader, found, shape);
    if (ids.length * most > LARGEST_ANSWER) for (const record of shaped) bytes += bytesOf(record);
    if (bytes > LARGEST_ANSWER) throw answerTooLarge();
    records.push(...shaped);
  }
  return { records, total };
}

function inOrder<Row extends Values>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row['id'], row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}
