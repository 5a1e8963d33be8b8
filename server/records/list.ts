import { type AnyRow, loose } from '#server/ground/db/query.ts';
import { columnsWithEnvelope, listedColumn, openRows, SHORT_ENVELOPE } from '#server/ground/db/sealed-rows.ts';
import { TABLES } from '#server/ground/db/tables.ts';
import { LongRead } from '#server/ground/limits/long-reads.ts';
import { type Page, pageOf, type Paging, readPaging } from '#server/ground/http/paging.ts';
import { type Query, queryText } from '#server/ground/http/request.ts';
import { withoutOwnerComparison } from '#server/records/filter/condition.ts';
import { readFilter } from '#server/records/filter/filter.ts';
import { pickFields, readFieldsPicker } from '#server/records/fields.ts';
import { type Found, findPage } from '#server/records/find-page.ts';
import {
  answerTooLarge,
  bytesOf,
  LARGEST_ANSWER,
  mostBytesOf,
  READ_AT_ONCE,
  type Columns,
  columnsOf,
  readShape,
  type Shape,
  shapeRow,
  shapeRows,
} from '#server/records/shape.ts';
import { readEnvelope } from '#server/records/opened-rows.ts';
import type { Collection, OwnCall, RecordCall, Values } from '#server/records/collection.ts';
import { ownCall, refuseNobody } from '#server/records/refusals.ts';
import { readSort } from '#server/records/list-order.ts';
import { getOwned, selectOwned } from '#server/records/store.ts';
import { parseFilter } from '#server/records/filter/parser.ts';

/** Receives the number of the caller's own records in a response, and the columns read of them. */
type OnRecords = (count: number, columns: Columns) => void;

/**
 * Returns a page of the caller's own records; a guest's page holds only the match of the collection's guest rule.
 * Throws a 400 if the page exceeds the text limit of a response, a 429 if the caller asks for too many long lists.
 */
export async function listRecords(
  call: RecordCall,
  query: Query,
  onRecords: OnRecords = () => undefined,
): Promise<Page> {
  const { context, collection, actor, now } = call;
  const { db, collections } = context;
  refuseNobody(collection, 'list');
  const scope = { collection, collections, now };
  const paging = readPaging(query);
  const shape = readShape(query);
  const sort = readSort(queryText(query, 'sort') || (collection.order ?? ''), scope);
  const filter = queryText(query, 'filter');
  const wanted = readFilter(filter, scope);
  if (actor.kind === 'guest') return listForGuest(call, filter, paging, shape);
  const { owner } = actor;
  const condition = withoutOwnerComparison(wanted, TABLES[collection.name].owner, owner);
  const { page, perPage, skipTotal } = paging;
  using read = new LongRead({ owner, limits: context.limits, isGone: call.isGone });
  const columns = columnsOf(collection, shape);
  const { most, sealed } = mostBytesOf(collection, collections, shape);
  const atOnce = Math.ceil(READ_AT_ONCE / (most - sealed + Math.min(sealed, SHORT_ENVELOPE)));
  // PostgreSQL would read whole rows of all the pages before this one.
  const isOneStatement = db.engine === 'sqlite' && perPage <= atOnce;
  const found = await findPage(
    { db, collection, owner, condition, sort },
    { limit: perPage, offset: (page - 1) * perPage, total: !skipTotal, ...(isOneStatement && { columns }) },
    read,
  );
  const isBounded = found.ids.length * most <= LARGEST_ANSWER;
  const records = await readRecords({ ...call, actor }, { ...found, shape, columns, atOnce, isBounded }, read);
  onRecords(records.length, columns);
  return pageOf(records, paging, found.total);
}

interface PageToRead extends Found {
  shape: Shape;
  columns: Columns;
  /** How many records one statement reads. */
  atOnce: number;
  /** Whether it cannot hold more text than a response may. */
  isBounded: boolean;
}

/** Returns the records of a page as the caller receives them. */
async function readRecords(call: OwnCall, page: PageToRead, read: LongRead): Promise<Values[]> {
  const { collection, context } = call;
  const reader = context.db.read;
  const records: Values[] = [];
  let bytes = 0;
  for await (const rows of storedRows(call, page, read)) {
    if (records.length > 0 && read.isDue) await read.pause();
    const shaped = await shapeRows(call, reader, await openRows(reader, collection.name, rows), page.shape);
    if (!page.isBounded) for (const record of shaped) bytes += bytesOf(record);
    if (bytes > LARGEST_ANSWER) throw answerTooLarge();
    records.push(...shaped);
  }
  return records;
}

/** Yields the rows of a page in order, those with a long envelope one by one, and in the owner's turn. */
async function* storedRows(
  { collection, context: { db }, actor: { owner } }: OwnCall,
  { ids, rows, columns, atOnce }: PageToRead,
  read: LongRead,
): AsyncGenerator<AnyRow[]> {
  const names =
    columns === 'all'
      ? ['*']
      : columnsWithEnvelope(collection.name, columns).map((column) => `${listedColumn(column)} as "${column}"`);
  const reader = { reader: db.read, engine: db.engine };
  for (let at = 0; at < ids.length; at += atOnce) {
    const places = ids.slice(at, at + atOnce);
    let short: AnyRow[] = [];
    for (const row of rows ?? inOrder(await selectOwned(reader, collection.name, owner, places, names), places)) {
      if (row['sealed'] !== null) {
        short.push(row);
        continue;
      }
      if (short.length > 0) yield short;
      short = [];
      await read.waitTurn();
      const sealed = await readEnvelope({ db, collection, owner }, row);
      // Deleted meanwhile.
      if (sealed !== '') yield [{ ...row, sealed }];
    }
    if (short.length > 0) yield short;
  }
}

function inOrder(rows: readonly AnyRow[], ids: readonly string[]): AnyRow[] {
  const byId = new Map(rows.map((row) => [row['id'], row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

async function listForGuest(call: RecordCall, filter: string, paging: Paging, shape: Shape): Promise<Page> {
  const { collection, context } = call;
  const wanted = readGuestFilter(collection, filter);
  if (!wanted) return pageOf([], paging, 0);
  const rows = await loose(context.db.read)
    .selectFrom<string>(collection.name)
    .selectAll()
    .where(wanted.field, '=', wanted.value)
    .limit(1)
    .execute();
  const shown = paging.page === 1 ? await openRows(context.db.read, collection.name, rows) : [];
  const visible = readFieldsPicker([...wanted.fields, 'expand'].join(','));
  const records = await shapeRows(call, context.db.read, shown, { ...shape, picker: visible });
  const picked = records.map((record) => pickFields(record, shape.picker));
  return pageOf(picked, paging, rows.length);
}

/**
 * Returns the caller's record with this id and its row; throws the same 404 for a missing record and another owner's.
 */
export async function viewRecord(
  asked: RecordCall,
  id: string,
  query: Query,
): Promise<{ row: Readonly<AnyRow>; record: unknown }> {
  const call = ownCall(asked, 'view', id);
  const shape = { ...readShape(query), isView: true } as const;
  const { read } = call.context.db;
  const row = await getOwned(read, call.collection.name, call.actor.owner, id);
  return { row, record: await shapeRow(call, read, row, shape) };
}

interface GuestFilter {
  field: string;
  value: string;
  /** All fields returned to a guest. */
  fields: readonly string[];
}

/**
 * Returns a guest's filter under the collection's guest rule, exactly `field = 'value'`; null for any other filter.
 * Another operator would reveal a secret letter by letter.
 */
function readGuestFilter({ guest }: Collection, filter: string): GuestFilter | null {
  if (!guest || filter === '') return null;
  const expression = parseFilter(filter);
  if (expression.kind !== 'compare' || expression.sign !== '=') return null;
  const { left, right } = expression;
  if (left.kind !== 'name' || left.name !== guest.filter || right.kind !== 'text' || right.value === '') return null;
  return { field: guest.filter, value: right.value, fields: guest.fields };
}
