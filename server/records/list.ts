import { setTimeout as sleep } from 'node:timers/promises';
import { notFound } from '#domain/errors.ts';
import { ReadQueueFull } from '#server/db/expensive-reads.ts';
import { type AnyRow, loose } from '#server/db/loose-tables.ts';
import { type BudgetedRead, withReadBudget } from '#server/db/read-budget.ts';
import { TooManyRequests } from '#server/limits/limits.ts';
import type { OwnerId } from '#server/identity/actor.ts';
import { answerTooLarge, bytesSql, LARGEST_ANSWER, mostBytesOf, sumOf } from '#server/records/answer-size.ts';
import type { Collection } from '#server/records/collection.ts';
import { expandedRelations } from '#server/records/expand.ts';
import { visibleFields } from '#server/records/fields.ts';
import { pickedNames } from '#server/records/fields-picker.ts';
import { amongOwned } from '#server/records/filter/condition.ts';
import { readFilter } from '#server/records/filter/filter.ts';
import { readGuestFilter } from '#server/records/guest-filter.ts';
import { type RememberedJson, rememberedPageJson } from '#server/records/list-json.ts';
import {
  isExpensive,
  type Listing,
  type MeasuredRecord,
  readByIds,
  readMeasures,
  readPage,
  readTotal,
  type Total,
} from '#server/records/list-queries.ts';
import { type Page, pageOf, type Paging, readPaging } from '#server/http/paging.ts';
import { type Query, queryText } from '#server/http/query.ts';
import { type RecordCall, refuseNobody } from '#server/records/record-call.ts';
import { RECORD_ID } from '#server/identity/record-id.ts';
import { readShape, type Shape, shapeRow, shapeRows } from '#server/records/shape.ts';
import { readSort } from '#server/records/sort.ts';
import { findOwned } from '#server/records/store.ts';
import { joinPage, listQueries, type PageBytes, writeByIds } from '#server/records/written-page.ts';

/** Texts of which an answer waits for its turn: some 10 ms of the thread. */
const QUEUED_BYTES = 1024 * 1024;

/** A refusal costs as much as a short list: a flood of them would take what the queue saves. */
const REFUSED_AFTER_MS = 1000;

/** Told how many records of their own a caller gets, and which columns of them were read. */
type OnRows = (count: number, columns: readonly string[] | 'all') => void;

/**
 * A page of the caller's own records; a guest's is empty but for what the collection's guest rule finds. The JSON of one
 * comes as bytes where the engine wrote it. Throws a 400 where the page would hold more text than an answer may, a 429
 * where too many expensive lists of the caller wait.
 */
export async function listRecords(
  call: RecordCall,
  query: Query,
  onRows: OnRows = () => undefined,
): Promise<Page | Buffer> {
  const { context, collection, actor, now } = call;
  const { db, collections } = context;
  refuseNobody(collection, 'list');
  const scope = { collection, collections, now };
  const paging = readPaging(query);
  const shape = readShape(query);
  const order = queryText(query, 'sort');
  const sort = readSort(order, scope);
  const filter = queryText(query, 'filter');
  const condition = amongOwned(readFilter(filter, scope), collection.owner, actor.kind === 'guest' ? '' : actor.owner);
  if (actor.kind === 'guest') return listForGuest(call, filter, paging, shape);
  const listing: Listing = { collection, engine: db.engine, condition, sort, columns: columnsFor(collection, shape) };
  const list: List = {
    call,
    owner: actor.owner,
    listing,
    order,
    paging,
    shape,
    json: jsonOf(call, query, shape),
    onRows,
  };
  const { owner } = list;
  const expensive = isExpensive(listing);
  try {
    if (paging.perPage * mostBytesOf(collection, collections, shape) <= LARGEST_ANSWER) {
      return await withReadBudget(db, { owner, expensive }, (read) => readWholePage(list, read));
    }
    if (expensive) {
      // In one turn, with one budget.
      return await withReadBudget(db, { owner, expensive }, async (read) =>
        readMeasuredPage(list, read, await measurePage(list, read)),
      );
    }
    const measures = await withReadBudget(db, { owner, expensive }, (read) => measurePage(list, read));
    const queued = sumOf(measures) > QUEUED_BYTES;
    return await withReadBudget(db, { owner, expensive: queued }, (read) => readMeasuredPage(list, read, measures));
  } catch (error) {
    if (!(error instanceof ReadQueueFull)) throw error;
    // A caller who asks again at once does so once a second.
    await sleep(REFUSED_AFTER_MS);
    throw new TooManyRequests(error.retryAfterMs / 1000);
  }
}

/** A list as its caller asked for it. */
interface List {
  call: RecordCall;
  owner: OwnerId;
  listing: Listing;
  order: string;
  paging: Paging;
  shape: Shape;
  /** How SQLite writes the records, where it can. */
  json: RememberedJson | null;
  onRows: OnRows;
}

async function readWholePage(list: List, read: BudgetedRead): Promise<Page | Buffer> {
  const { owner, listing, order, paging, json } = list;
  const place = placeOf(paging);
  if (!json) return shapePage(list, read, await readPage(listing, owner, place, read).execute());
  const queries = listQueries(listing, order, place, { json, read });
  const written = await queries.page(read.reader, owner, place.limit, place.offset);
  return writtenPage(list, written, () => queries.total(read.reader, owner));
}

/** The ids of a page whose records may be too large together, and how large they are; throws a 400 where they are. */
async function measurePage(
  { call, owner, listing, paging, shape }: List,
  read: BudgetedRead,
): Promise<MeasuredRecord[]> {
  const { collection } = listing;
  const bytes = bytesSql(collection, call.context.collections, shape, { alias: collection.name, owner });
  const measures = await readMeasures(listing, owner, placeOf(paging), { read, bytes });
  if (sumOf(measures) > LARGEST_ANSWER) throw answerTooLarge();
  return measures;
}

async function readMeasuredPage(list: List, read: BudgetedRead, measures: MeasuredRecord[]): Promise<Page | Buffer> {
  const { owner, listing, json } = list;
  const ids = measures.map(({ id }) => id);
  if (json) {
    const written = await writeByIds(listing, json, { owner, ids, reader: read.reader });
    return writtenPage(list, written, () => readTotal(listing, owner, read).execute());
  }
  const rows = await readByIds(listing, owner, ids, read.reader).execute();
  const places = new Map(ids.map((id, at) => [id, at]));
  const placeIn = ({ id }: AnyRow): number => places.get(String(id)) ?? 0;
  return shapePage(
    list,
    read,
    rows.toSorted((a, b) => placeIn(a) - placeIn(b)),
  );
}

async function shapePage(list: List, read: BudgetedRead, rows: AnyRow[]): Promise<Page> {
  const { call, owner, listing, paging, shape } = list;
  const total = await countTotal(paging, rows.length, () => readTotal(listing, owner, read).execute());
  list.onRows(rows.length, listing.columns);
  return pageOf(await shapeRows(call, read.reader, rows, shape), paging, total);
}

async function writtenPage(list: List, written: PageBytes[], count: () => Promise<Total[]>): Promise<Buffer> {
  const { listing, paging } = list;
  const [{ items, count: rows } = { items: Buffer.from('[]'), count: 0 }] = written;
  list.onRows(rows, listing.columns);
  return joinPage(items, pageOf<never>([], paging, await countTotal(paging, rows, count)));
}

function placeOf({ page, perPage }: Paging): { limit: number; offset: number } {
  return { limit: perPage, offset: (page - 1) * perPage };
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
  const shown = paging.page === 1 ? rows : [];
  return pageOf(await shapeRows(call, context.db.read, shown, shape, wanted.fields), paging, rows.length);
}

/** How SQLite writes what is asked for, where it can. */
function jsonOf({ context, collection }: RecordCall, query: Query, shape: Shape): RememberedJson | null {
  if (context.db.engine !== 'sqlite') return null;
  const wish = JSON.stringify([queryText(query, 'fields'), queryText(query, 'expand')]);
  return rememberedPageJson(context.db.read, wish, collection, context.collections, shape);
}

/**
 * The record with this id, as bytes where the engine wrote its JSON, and its row, of which there is no more then than its
 * own id and its client's; missing and somebody else's are the same 404.
 */
export async function viewRecord(
  call: RecordCall,
  id: string,
  query: Query,
): Promise<{ row: Readonly<AnyRow>; record: unknown }> {
  const { context, collection, actor } = call;
  refuseNobody(collection, 'view');
  const shape = readShape(query);
  if (actor.kind === 'guest' || !RECORD_ID.test(id)) throw notFound();
  const { read } = context.db;
  const json = jsonOf(call, query, shape);
  if (json) {
    const [found] = await json.find(read, id, actor.owner);
    if (!found || found.id === null) throw notFound();
    const { items, ...row } = found;
    return { row, record: Buffer.from(items.buffer, items.byteOffset + 1, items.byteLength - '[]'.length) };
  }
  const row = await findOwned(read, collection.name, actor.owner, id);
  if (!row) throw notFound();
  return { row, record: await shapeRow(call, read, row, shape) };
}

/** Long texts that nobody asked for are not read. What a collection presents may need any column. */
function columnsFor(collection: Collection, { picker, expand }: Shape): Listing['columns'] {
  if (collection.present) return 'all';
  const visible = visibleFields(collection).map(([name]) => name);
  const named = pickedNames(picker);
  if (!named) return visible;
  const followed = expandedRelations(collection, expand);
  return ['id', ...visible.filter((name) => name !== 'id' && (named.has(name) || followed.includes(name)))];
}

/** Counts only where the page itself does not tell: it does when it is the last. */
async function countTotal(paging: Paging, rows: number, count: () => Promise<Total[]>): Promise<number> {
  if (paging.skipTotal) return -1;
  const before = (paging.page - 1) * paging.perPage;
  if (rows < paging.perPage && (rows > 0 || before === 0)) return before + rows;
  const [total = { count: 0 }] = await count();
  return total.count;
}
