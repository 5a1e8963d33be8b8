import { sql } from 'kysely';
import { notFound } from '#domain/errors.ts';
import { idList, ownerBesideIds } from '#server/ground/db/id-list.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { type AnyRow, loose } from '#server/ground/db/loose-tables.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import { type BudgetedRead, withReadBudget } from '#server/ground/db/read-budget.ts';
import { type Page, pageOf, type Paging, readPaging } from '#server/ground/http/paging.ts';
import { type Query, queryText } from '#server/ground/http/query.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { answerTooLarge, bytesSql, LARGEST_ANSWER, mostBytesOf } from '#server/records/answer-size.ts';
import { amongOwned } from '#server/records/filter/condition.ts';
import { needsTexts } from '#server/records/filter/sealed-condition.ts';
import { findSealed } from '#server/records/sealed-list.ts';
import { readFilter } from '#server/records/filter/filter.ts';
import { readGuestFilter } from '#server/records/guest-filter.ts';
import { isExpensive } from '#server/records/expensive-lists.ts';
import { countRecords, findPage, type FoundPage, type Listing } from '#server/records/list-sql.ts';
import { type Columns, columnsOf, readRecords } from '#server/records/page-records.ts';
import type { RecordCall } from '#server/records/collection.ts';
import { refuseNobody } from '#server/records/record-call.ts';
import { readShape, type Shape, shapeRow, shapeRows } from '#server/records/shape.ts';
import { readSort } from '#server/records/sort.ts';
import { findOwned } from '#server/records/store.ts';

/** Bytes of text above which a response waits in the queue: they take about 10 ms of the thread. */
const QUEUED_BYTES = 1024 * 1024;

/** Receives the number of the caller's own records in a response, and the columns read of them. */
type OnRecords = (count: number, columns: Columns) => void;

/**
 * Returns a page of the caller's own records; a guest's page holds only the match of the collection's guest rule.
 * Throws a 400 if the page exceeds the text limit of a response, a 429 if too many expensive lists of the caller wait.
 */
export async function listRecords(
  call: RecordCall,
  query: Query,
  onRecords: OnRecords = () => undefined,
): Promise<Page | Buffer> {
  const { context, collection, actor, now } = call;
  const { db, collections } = context;
  refuseNobody(collection, 'list');
  const scope = { collection, collections, now };
  const paging = readPaging(query);
  const shape = readShape(query);
  const sort = readSort(queryText(query, 'sort'), scope);
  const filter = queryText(query, 'filter');
  const wanted = readFilter(filter, scope);
  if (actor.kind === 'guest') return listForGuest(call, filter, paging, shape);
  const { owner } = actor;
  const condition = amongOwned(wanted, collection.owner, owner);
  const listing: Listing = { collection, engine: db.engine, owner, condition, sort };
  const list: List = { call, listing, paging, shape, onRecords };
  if (condition && needsTexts(condition, collection)) {
    return withReadBudget(db, owner, (read) => readSealedPage(list, read));
  }
  // Finding the ids and reading the records share one turn in the queue and one budget.
  if (isExpensive(listing)) {
    return withReadBudget(db, owner, async (read) => readPage(list, read, await measurePage(list, read)));
  }
  const read: BudgetedRead = { reader: db.read, mayGoOn: null };
  const found = await measurePage(list, read);
  if (found.bytes <= QUEUED_BYTES) return readPage(list, read, found);
  return withReadBudget(db, owner, (budgeted) => readPage(list, budgeted, found));
}

interface List {
  call: RecordCall;
  listing: Listing;
  paging: Paging;
  shape: Shape;
  onRecords: OnRecords;
}

/** Opens texts until it has the page, or all matches where the caller wants their number. */
async function readSealedPage(list: List, read: BudgetedRead): Promise<Page | Buffer> {
  const { call, listing, paging, shape } = list;
  const { page, perPage, skipTotal } = paging;
  const wanted = { limit: perPage, offset: (page - 1) * perPage, total: !skipTotal };
  const found = await findSealed(listing, wanted, read);
  const measured = await measureIds(call, shape, found.ids, read, listing.owner);
  return readPage(list, read, measured, found.total);
}

async function measureIds(
  { collection, context }: RecordCall,
  shape: Shape,
  ids: readonly string[],
  { reader }: BudgetedRead,
  owner: OwnerId,
): Promise<FoundPage> {
  const { name } = collection;
  const sum = sql<number>`coalesce(sum(${bytesSql(collection, context.collections, shape, { alias: name, owner })}), 0)`;
  const [row] = await loose(reader)
    .selectFrom<string>(name)
    .select(sum.as('bytes'))
    .where('id', 'in', idList(context.db.engine, ids))
    .where(ownerBesideIds(context.db.engine, collection.owner), '=', owner)
    .execute();
  const bytes = row?.bytes ?? 0;
  if (bytes > LARGEST_ANSWER) throw answerTooLarge();
  return { ids: JSON.stringify(ids), count: ids.length, bytes };
}

/** Finds the page; throws a 400 if its records together are too large. */
async function measurePage({ call, listing, paging, shape }: List, read: BudgetedRead): Promise<FoundPage> {
  const { collection, owner } = listing;
  const { collections } = call.context;
  const { page, perPage } = paging;
  const mayBeTooLarge = perPage * mostBytesOf(collection, collections, shape) > LARGEST_ANSWER;
  const bytes = mayBeTooLarge ? bytesSql(collection, collections, shape, { alias: collection.name, owner }) : null;
  const found = await findPage(listing, { limit: perPage, offset: (page - 1) * perPage }, { read, bytes });
  if (found.bytes > LARGEST_ANSWER) throw answerTooLarge();
  return found;
}

async function readPage(
  { call, listing, paging, shape, onRecords }: List,
  read: BudgetedRead,
  { ids, count, bytes }: FoundPage,
  counted?: number,
): Promise<Page | Buffer> {
  const { owner } = listing;
  const records = await readRecords(call, shape, { ids, owner, reader: read.reader });
  onRecords(count, columnsOf(call, shape));
  const total = counted ?? (await totalOf(paging, count, () => countRecords(listing, read)));
  if (!(records instanceof Uint8Array)) {
    const page = pageOf(records, paging, total);
    // In the turn of the read, whose pause is as long as all that it took.
    return bytes > QUEUED_BYTES ? Buffer.from(JSON.stringify(page)) : page;
  }
  const rest = JSON.stringify(pageOf([], paging, total)).slice('{"items":[]'.length);
  return Buffer.concat([Buffer.from('{"items":'), records, Buffer.from(rest)]);
}

/** Counts only if the page does not reveal the total, as the last page does. */
async function totalOf({ page, perPage, skipTotal }: Paging, found: number, count: () => Promise<number>) {
  const before = (page - 1) * perPage;
  if (skipTotal) return -1;
  return found < perPage && (found > 0 || before === 0) ? before + found : count();
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
  return pageOf(await shapeRows(call, context.db.read, shown, shape, wanted.fields), paging, rows.length);
}

/**
 * Returns the caller's record with this id and its row; throws the same 404 for a missing record and another owner's.
 */
export async function viewRecord(
  call: RecordCall,
  id: string,
  query: Query,
): Promise<{ row: Readonly<AnyRow>; record: unknown }> {
  const { context, collection, actor } = call;
  refuseNobody(collection, 'view');
  const shape = { ...readShape(query), isView: true } as const;
  if (actor.kind === 'guest' || !RECORD_ID.test(id)) throw notFound();
  const read = context.db.read;
  const row = await findOwned(read, collection.name, actor.owner, id);
  if (!row) throw notFound();
  return { row, record: await shapeRow(call, read, row, shape) };
}
