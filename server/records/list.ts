import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { notFound } from '#domain/errors.ts';
import type { Reader } from '#server/db/database.ts';
import { preparedQuery } from '#server/db/prepared-query.ts';
import { type BudgetedRead, withReadBudget } from '#server/db/read-budget.ts';
import type { OwnerId } from '#server/records/actor.ts';
import type { Collection } from '#server/records/collection.ts';
import { expandedRelations } from '#server/records/expand.ts';
import { visibleFields } from '#server/records/fields.ts';
import { pickedNames } from '#server/records/fields-picker.ts';
import { amongOwned, type Condition, plainComparisons, readsTexts } from '#server/records/filter/condition.ts';
import { conditionSql, fieldSql, type SqlScope } from '#server/records/filter/filter-sql.ts';
import { readFilter } from '#server/records/filter/filter.ts';
import { readGuestFilter } from '#server/records/guest-filter.ts';
import { joined, type PageJson, type RememberedJson, rememberedPageJson } from '#server/records/list-json.ts';
import { type AnyRow, loose } from '#server/db/loose-tables.ts';
import { type Paging, type Query, queryText, readPaging } from '#server/records/query.ts';
import { type RecordCall, refuseNobody } from '#server/records/record-call.ts';
import { RECORD_ID } from '#server/records/record-id.ts';
import { readShape, type Shape, shapeRow, shapeRows } from '#server/records/shape.ts';
import { readSort, type SortTerm } from '#server/records/sort.ts';
import { findOwned } from '#server/records/store.ts';

export interface Page<Item = unknown> {
  items: Item[];
  page: number;
  perPage: number;
  totalItems: number;
  totalPages: number;
}

/**
 * A page of the caller's own records; a guest's is empty but for what the collection's guest rule finds. The JSON of one
 * comes as bytes where the engine wrote it.
 */
export async function listRecords(call: RecordCall, query: Query): Promise<Page | Buffer> {
  const { context, collection, actor, now } = call;
  refuseNobody(collection, 'list');
  const scope = { collection, collections: context.collections, now };
  const paging = readPaging(query);
  const shape = readShape(query);
  const sort = readSort(queryText(query, 'sort'), scope);
  const filter = queryText(query, 'filter');
  const condition = readFilter(filter, scope);
  if (actor.kind === 'guest') return listForGuest(call, filter, paging, shape);
  const { owner } = actor;
  const listing: Listing = {
    owner,
    condition: amongOwned(condition, collection.owner, owner),
    sort,
    columns: columnsFor(collection, shape),
  };
  const json = jsonOf(call, query, shape);
  const place = { limit: paging.perPage, offset: (paging.page - 1) * paging.perPage };
  return withReadBudget(context.db, { owner, dear: readsEveryRecord(listing) }, async (read) => {
    if (json) {
      const queries = listQueries(call, listing, queryText(query, 'sort'), place, { json, read });
      return readPageJson(queries, owner, paging, place, read.reader);
    }
    const rows = await readPage(call, listing, place, read).execute();
    const total = await countTotal(paging, rows.length, () => readTotal(call, listing, read).execute());
    return pageOf(await shapeRows(call, read.reader, rows, shape), paging, total);
  });
}

interface PageBytes {
  items: Uint8Array;
  count: number;
}

/** What a list asks SQLite. */
interface ListQueries {
  page: (reader: Reader, owner: OwnerId, limit: number, offset: number) => Promise<PageBytes[]>;
  total: (reader: Reader, owner: OwnerId) => Promise<Total[]>;
}

/** By how SQLite writes it: the lists of a shape, by their order. */
const remembered = new WeakMap<PageJson, Map<string, ListQueries>>();

/** Of each shape, of which a hundred are remembered themselves. */
const ORDERS = 5;

/**
 * Put into SQL once for all owners where all records are asked for, in an order that an index has, as screens do again and
 * again: 60 µs of 450.
 */
function listQueries(
  call: RecordCall,
  listing: Listing,
  order: string,
  { limit, offset }: { limit: number; offset: number },
  { json, read }: { json: PageJson; read: BudgetedRead },
): ListQueries {
  const known = remembered.get(json) ?? new Map<string, ListQueries>();
  remembered.set(json, known);
  const lasts = listing.condition === null && order.length <= 100 && !mayBeDear(listing) && !isDeep(listing, offset);
  const found = lasts ? known.get(order) : undefined;
  if (found) return found;
  const queries: ListQueries = {
    page: preparedQuery((db, value) => {
      const place = lasts ? { limit: sql<number>`${value(1)}`, offset: sql<number>`${value(2)}` } : { limit, offset };
      const rows = readPage(call, { ...listing, owner: value(0) }, place, read);
      const from = joined(rows, json.target, value(0));
      const query = sql<PageBytes>`select ${json.items} as items, count(*) as count from ${from}`;
      return { compile: () => query.compile(db) };
    }),
    total: preparedQuery((_, value) => readTotal(call, { ...listing, owner: value(0) }, read)),
  };
  if (lasts) {
    if (known.size >= ORDERS) known.clear();
    known.set(order, queries);
  }
  return queries;
}

/** The page with its records written by SQLite. */
async function readPageJson(
  queries: ListQueries,
  owner: OwnerId,
  paging: Paging,
  { limit, offset }: { limit: number; offset: number },
  reader: Reader,
): Promise<Buffer> {
  const [{ items, count } = { items: Buffer.from('[]'), count: 0 }] = await queries.page(reader, owner, limit, offset);
  const rest = JSON.stringify(pageOf([], paging, await countTotal(paging, count, () => queries.total(reader, owner))));
  // `items` stands first in it.
  return Buffer.concat([Buffer.from('{"items":'), items, Buffer.from(rest.slice('{"items":[]'.length))]);
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

interface Listing {
  owner: OwnerId;
  condition: Condition | null;
  sort: readonly SortTerm[];
  columns: readonly string[] | 'all';
}

/** Where no index helps, whatever it is that is asked for. */
function readsEveryRecord({ condition, sort }: Listing): boolean {
  return (
    (condition !== null && readsTexts(condition)) || sort.some(({ by }) => by === 'random' || by.relation !== null)
  );
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

/** Which records of a list are read: numbers, or where they will stand in the SQL. */
interface Place {
  limit: number | RawBuilder<number>;
  offset: number | RawBuilder<number>;
}

function readPage(call: RecordCall, listing: Listing, { limit, offset }: Place, read: BudgetedRead) {
  const { collection } = call;
  let query = isDeep(listing, offset)
    ? loose(read.reader)
        .selectFrom<string>(collection.name)
        .where(collection.owner, '=', listing.owner)
        .where(
          'id',
          'in',
          inOrder(call, listing, matching(call, listing, read))
            .select('id')
            .limit(limit)
            .offset(offset),
        )
    : matching(call, listing, read);
  query =
    listing.columns === 'all'
      ? query.selectAll()
      : query.select(listing.columns.map((column) => `${collection.name}.${column}`));
  query = inOrder(call, listing, query);
  return isDeep(listing, offset) ? query : query.limit(limit).offset(offset);
}

const DEEP = 1000;

/**
 * Whether many records are skipped, in an order of which an index may lack the last term: what is sorted then are ids
 * alone. With their texts 89,000 records that are skipped took 110 ms.
 */
function isDeep(listing: Listing, offset: Place['offset']): boolean {
  return typeof offset === 'number' && offset >= DEEP && !mayBeDear(listing);
}

type LooseSelect = SelectQueryBuilder<Record<string, AnyRow>, string, object>;

function inOrder<Ordered extends LooseSelect>(call: RecordCall, listing: Listing, unordered: Ordered): Ordered {
  const sqlScope = sqlScopeOf(call, listing);
  let query: LooseSelect = unordered;
  for (const { by, direction } of listing.sort) {
    query = query.orderBy(by === 'random' ? sql`random()` : fieldSql(by, sqlScope), direction);
  }
  // Without a wish of the caller's the order in which they came; the id breaks every tie.
  if (listing.sort.length === 0) query = query.orderBy('created');
  return query.orderBy('id') as Ordered;
}

interface Total {
  count: number;
}

function readTotal(call: RecordCall, listing: Listing, read: BudgetedRead) {
  return matching(call, listing, read).select(({ fn }) => fn.countAll<number>().as('count'));
}

/** Counts only where the page itself does not tell: it does when it is the last. */
async function countTotal(paging: Paging, rows: number, count: () => Promise<Total[]>): Promise<number> {
  if (paging.skipTotal) return -1;
  const before = (paging.page - 1) * paging.perPage;
  if (rows < paging.perPage && (rows > 0 || before === 0)) return before + rows;
  const [total = { count: 0 }] = await count();
  return total.count;
}

function matching(call: RecordCall, listing: Listing, { reader, mayGoOn }: BudgetedRead) {
  const { collection } = call;
  const { owner, condition } = listing;
  let query = loose(reader).selectFrom<string>(collection.name).where(collection.owner, '=', owner);
  if (mayGoOn && mayBeDear(listing)) query = query.where(mayGoOn);
  return condition ? query.where(conditionSql(condition, { ...sqlScopeOf(call, listing), mayGoOn })) : query;
}

const FEW = 8;

/**
 * Whether the time of a list has to be watched row by row. A few comparisons in the order of an index are not worth it:
 * 100,000 records take them less than 20 ms, and the watching was a third of a list of 30 and its total.
 */
function mayBeDear({ condition, sort }: Listing): boolean {
  const ordered = sort.every(({ by }) => by !== 'random' && !by.relation && ['date', 'created'].includes(by.column));
  return !ordered || (condition !== null && plainComparisons(condition) > FEW);
}

function sqlScopeOf({ collection, context }: RecordCall, { owner }: Listing): SqlScope {
  return { collection, owner, engine: context.db.engine };
}

/** A page as it is answered. */
export function pageOf<Item>(items: Item[], { page: number, perPage, skipTotal }: Paging, total: number): Page<Item> {
  const totals = skipTotal
    ? { totalItems: -1, totalPages: -1 }
    : { totalItems: total, totalPages: Math.ceil(total / perPage) };
  return { items, page: number, perPage, ...totals };
}
