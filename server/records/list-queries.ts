import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Engine, Reader } from '#server/db/database.ts';
import { idList } from '#server/db/id-list.ts';
import { type AnyRow, loose } from '#server/db/loose-tables.ts';
import type { BudgetedRead } from '#server/db/read-budget.ts';
import type { OwnerId } from '#server/identity/actor.ts';
import type { Collection } from '#server/records/collection.ts';
import { fieldOf } from '#server/records/fields.ts';
import { type Condition, plainComparisons, readsTexts, refsOf } from '#server/records/filter/condition.ts';
import { conditionSql, fieldSql, type SqlScope } from '#server/records/filter/filter-sql.ts';
import type { SortTerm } from '#server/records/sort.ts';

/** What a list asks for, whoever asks and whichever page it is. */
export interface Listing {
  collection: Collection;
  engine: Engine;
  condition: Condition | null;
  sort: readonly SortTerm[];
  columns: readonly string[] | 'all';
}

/** Which records of a list are read: numbers, or where they will stand in the SQL. */
export interface Place {
  limit: number | RawBuilder<number>;
  offset: number | RawBuilder<number>;
}

/** Whether a list has to wait for its turn among the expensive ones of its owner. */
export function isExpensive(listing: Listing): boolean {
  return listing.engine === 'sqlite' ? mayTakeLong(listing) : readsEveryRecord(listing);
}

/** Where no index helps, whatever it is that is asked for. */
function readsEveryRecord(listing: Listing): boolean {
  const { condition, sort } = listing;
  return (
    (condition !== null && (readsTexts(condition) || comparesLongTexts(listing))) ||
    sort.some(({ by }) => by === 'random' || by.relation !== null)
  );
}

const FEW = 8;

/**
 * Whether the time of a list has to be watched row by row. A few comparisons in the order of an index are not worth it:
 * 100,000 records take them less than 20 ms, and the watching was a third of a list of 30 and its total.
 */
export function mayTakeLong(listing: Listing): boolean {
  const { condition, sort } = listing;
  const ordered = sort.every(({ by }) => by !== 'random' && !by.relation && ['date', 'created'].includes(by.column));
  return !ordered || (condition !== null && (plainComparisons(condition) > FEW || comparesLongTexts(listing)));
}

/** Each of them is read in full to be compared, however little is compared. */
function comparesLongTexts({ collection, condition }: Listing): boolean {
  return (
    condition !== null && refsOf(condition).some(({ column }) => fieldOf(collection, column)?.longest !== undefined)
  );
}

const DEEP = 1000;

/**
 * Whether many records are skipped, in an order of which an index may lack the last term: what is sorted then are ids
 * alone. With their texts 89,000 records that are skipped took 110 ms.
 */
export function isDeep(listing: Listing, offset: Place['offset']): boolean {
  return typeof offset === 'number' && offset >= DEEP && !mayTakeLong(listing);
}

type LooseSelect = SelectQueryBuilder<Record<string, AnyRow>, string, object>;

/** The records of a page, with the columns that are asked for. */
export function readPage(listing: Listing, owner: OwnerId, { limit, offset }: Place, read: BudgetedRead) {
  const { collection } = listing;
  const deep = isDeep(listing, offset);
  const query = deep
    ? loose(read.reader)
        .selectFrom<string>(collection.name)
        .where(collection.owner, '=', owner)
        .where(
          'id',
          'in',
          inOrder(listing, owner, matching(listing, owner, read))
            .select('id')
            .limit(limit)
            .offset(offset),
        )
    : matching(listing, owner, read);
  const ordered = inOrder(listing, owner, withColumns(listing, query));
  return deep ? ordered : ordered.limit(limit).offset(offset);
}

export interface MeasuredRecord {
  id: string;
  bytes: number;
}

/** The ids of a page in order, each with what `bytes` says of the record. */
export function readMeasures(
  listing: Listing,
  owner: OwnerId,
  { limit, offset }: Place,
  { read, bytes }: { read: BudgetedRead; bytes: RawBuilder<number> },
): Promise<MeasuredRecord[]> {
  const { name } = listing.collection;
  return inOrder(listing, owner, matching(listing, owner, read))
    .select([sql.ref<string>(`${name}.id`).as('id'), bytes.as('bytes')])
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The same records as `readPage` reads, by their ids and in no order. */
export function readByIds(listing: Listing, owner: OwnerId, ids: readonly string[], reader: Reader) {
  const { collection, engine } = listing;
  const query = loose(reader)
    .selectFrom<string>(collection.name)
    .where(collection.owner, '=', owner)
    .where('id', 'in', idList(engine, ids));
  return withColumns(listing, query);
}

function withColumns({ collection, columns }: Listing, query: LooseSelect) {
  return columns === 'all' ? query.selectAll() : query.select(columns.map((column) => `${collection.name}.${column}`));
}

function inOrder<Ordered extends LooseSelect>(listing: Listing, owner: OwnerId, unordered: Ordered): Ordered {
  const scope = scopeOf(listing, owner);
  let query: LooseSelect = unordered;
  for (const { by, direction } of listing.sort) {
    query = query.orderBy(by === 'random' ? sql`random()` : fieldSql(by, scope), direction);
  }
  // Without a wish of the caller's the order in which they came; the id breaks every tie.
  if (listing.sort.length === 0) query = query.orderBy('created');
  return query.orderBy('id') as Ordered;
}

export interface Total {
  count: number;
}

export function readTotal(listing: Listing, owner: OwnerId, read: BudgetedRead) {
  return matching(listing, owner, read).select(({ fn }) => fn.countAll<number>().as('count'));
}

function matching(listing: Listing, owner: OwnerId, { reader, mayGoOn }: BudgetedRead) {
  const { collection, condition } = listing;
  let query = loose(reader).selectFrom<string>(collection.name).where(collection.owner, '=', owner);
  if (mayGoOn && mayTakeLong(listing)) query = query.where(mayGoOn);
  return condition ? query.where(conditionSql(condition, { ...scopeOf(listing, owner), mayGoOn })) : query;
}

function scopeOf({ collection, engine }: Listing, owner: OwnerId): SqlScope {
  return { collection, owner, engine };
}
