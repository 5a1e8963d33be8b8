import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { sortKey } from '#domain/text/sort-key.ts';
import { type AnyRow, loose } from '#server/ground/db/query.ts';
import { columnsWithEnvelope, listedColumn } from '#server/ground/db/sealed-rows.ts';
import { TABLES } from '#server/ground/db/tables.ts';
import type { LongRead } from '#server/ground/limits/long-reads.ts';
import { type Condition, needsMemory, refsOf } from '#server/records/filter/condition.ts';
import { compareStored } from '#server/records/filter/filter-predicate.ts';
import { conditionSql, fieldSql } from '#server/records/filter/filter-sql.ts';
import { partForSql, resolveRelated } from '#server/records/filter/split-condition.ts';
import { comparisonsIn, type SortTerm, splitCondition, type Walk, walkOf } from '#server/records/list-order.ts';
import { OpenedRows, type OwnedRows } from '#server/records/opened-rows.ts';
import type { Columns } from '#server/records/shape.ts';

/** Rows that one statement compares by itself, a millisecond or two; with many comparisons fewer. */
const ROWS_AT_ONCE = 4000;
/** Rows whose texts are opened and compared in memory. */
const OPENED_AT_ONCE = 250;

/** The records of an owner to list, and their order. */
export interface Listing extends OwnedRows {
  condition: Condition | null;
  sort: readonly SortTerm[];
}

interface Wanted {
  limit: number;
  offset: number;
  /** Whether all matches are counted. */
  total: boolean;
  /** What is read of the rows at once if an index gives their order; otherwise their ids alone are found. */
  columns?: Columns;
}

export interface Found {
  ids: string[];
  /** With the columns that were wanted; absent where only the ids were found. */
  rows?: AnyRow[];
  total: number;
}

/**
 * Returns the ids of a page, in order, and the number of all matches, -1 where it is not wanted. A list that an index
 * gives is one statement. Any other is read in slices of rows, each beginning behind the last one's end, with pauses
 * between them: other requests wait for one slice at most, however many rows there are.
 */
export async function findPage(
  listing: Listing,
  { limit, offset, total, columns }: Wanted,
  read: LongRead,
): Promise<Found> {
  const condition =
    listing.condition &&
    (await resolveRelated(listing.condition, (collection, related) =>
      findAll({ ...listing, collection, condition: related }, read),
    ));
  const walk = walkOf(listing.sort, condition);
  const { indexed, rest } = splitCondition(condition, walk, listing.collection);
  const slices = new Slices({ ...listing, condition: indexed }, walk, rest, read);
  if (walk.isSorted && !rest) {
    const rows = await slices.rowsAt({ limit, offset }, columns ?? ['id']);
    // The last page reveals the total.
    const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
    const count = !total ? -1 : isLast ? offset + rows.length : await slices.count();
    return { ids: rows.map(({ id }) => String(id)), total: count, ...(columns && { rows }) };
  }
  const last = offset + limit;
  let first: AnyRow[] = [];
  let found = 0;
  for await (const rows of slices.matching()) {
    found += rows.length;
    if (!walk.isSorted || first.length < last) first.push(...rows);
    if (!walk.isSorted && first.length > last + ROWS_AT_ONCE) first = sorted(first, listing.sort).slice(0, last);
    if (walk.isSorted && !total && found >= last) break;
  }
  if (!walk.isSorted) first = sorted(first, listing.sort);
  // A record that changes meanwhile can be in two slices.
  const ids = new Set(first.slice(offset, last).map(({ id }) => String(id)));
  return { ids: [...ids], total: total ? found : -1 };
}

const ALL: Condition = { kind: 'always', value: true };

async function findAll(listing: Listing, read: LongRead): Promise<string[]> {
  // The index by name also has the search text.
  const by = refsOf(listing.condition ?? ALL).find(({ column }) => column === 'search_text');
  const sort: SortTerm[] = by ? [{ by: { ...by, column: 'name_key' }, direction: 'asc' }] : [];
  const { ids } = await findPage({ ...listing, sort }, { limit: Infinity, offset: 0, total: true }, read);
  return ids;
}

/** Sorts rows by the columns `key0`, `key1`…, and by their ids where these are the same. */
function sorted(rows: readonly AnyRow[], sort: readonly SortTerm[]): AnyRow[] {
  const keys = sort.map(({ direction, inWords }, at) => {
    const name = `key${at}`;
    const places = inWords && new Map(rows.map((row) => [row[name], sortKey(String(row[name]))]));
    const valueOf = (row: AnyRow) => places?.get(row[name]) ?? (row[name] as string | number);
    return { valueOf, sign: direction === 'asc' ? 1 : -1 };
  });
  return rows.toSorted((left, right) => {
    for (const { valueOf, sign } of keys) {
      const order = compareStored(valueOf(left), valueOf(right));
      if (order !== 0) return order * sign;
    }
    return String(left['id']) < String(right['id']) ? -1 : 1;
  });
}

type Rows = SelectQueryBuilder<Record<string, AnyRow>, string, object>;

/** The row at which a slice ends. */
interface Place {
  key: string;
  id: string;
}

/** Reads the rows that meet the indexed part of a condition, in the order of the walk, and compares the rest. */
class Slices {
  readonly #listing: Listing;
  readonly #walk: Walk;
  readonly #rest: Condition | null;
  readonly #read: LongRead;
  readonly #opened: OpenedRows | null;

  constructor(listing: Listing, walk: Walk, rest: Condition | null, read: LongRead) {
    this.#listing = listing;
    this.#walk = walk;
    this.#rest = rest;
    this.#read = read;
    this.#opened = rest && needsMemory(rest, listing.collection) ? new OpenedRows(listing, rest, read) : null;
  }

  async rowsAt({ limit, offset }: { limit: number; offset: number }, columns: Columns): Promise<AnyRow[]> {
    const inOrder = this.#inOrder(this.#rows());
    // No limit for the ids of all related records.
    const query = limit === Infinity ? inOrder : inOrder.limit(limit).offset(offset);
    const { name } = this.#listing.collection;
    if (columns === 'all') return query.selectAll().execute();
    const listed = columnsWithEnvelope(name, columns).map((column) => sql.raw(listedColumn(column)).as(column));
    return query.select(listed).execute();
  }

  async count(): Promise<number> {
    const [row] = await this.#rows()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .execute();
    return row?.count ?? 0;
  }

  /** Yields the matching rows of one slice after the other: their ids, and the keys to sort them by. */
  async *matching(): AsyncGenerator<AnyRow[]> {
    for (let after: Place | null = null; ;) {
      const until: Place | null = await this.#endAfter(after);
      // What fits into one slice waits for nothing.
      if (until || after) await this.#read.pause();
      yield await this.#matchingBetween(after, until);
      if (!until) return;
      after = until;
    }
  }

  /** Returns the last row of the slice behind a row; null for the last slice. */
  async #endAfter(after: Place | null): Promise<Place | null> {
    const [end] = await this.#inOrder(this.#rows(after))
      .select([sql<string>`${this.#key}`.as('key'), this.#id.as('id')])
      .limit(1)
      .offset(this.#size - 1)
      .execute();
    return end ?? null;
  }

  async #matchingBetween(after: Place | null, until: Place | null): Promise<AnyRow[]> {
    const { collection, sort } = this.#listing;
    const scope = this.#scope;
    const keys = this.#walk.isSorted
      ? []
      : sort.map(({ by }, at) => (by === 'random' ? sql`random() / 1e19` : fieldSql(by, scope)).as(`key${at}`));
    let query = this.#inOrder(this.#rows(after, until)).select([this.#id.as('id'), ...keys]);
    if (this.#rest) query = query.where(conditionSql(partForSql(this.#rest, collection), scope));
    if (!this.#opened) return query.execute();
    const rows = await this.#opened.matching(await query.select(this.#opened.columns).execute());
    const names = ['id', ...keys.map((_, at) => `key${at}`)];
    return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
  }

  get #size(): number {
    if (this.#opened) return OPENED_AT_ONCE;
    // A key of a related record costs several comparisons.
    const comparisons = (this.#rest ? comparisonsIn(this.#rest) : 1) + (this.#walk.isSorted ? 0 : 3);
    return Math.max(50, Math.ceil(ROWS_AT_ONCE / comparisons));
  }

  get #scope() {
    const { collection, owner, db } = this.#listing;
    return { collection, owner, engine: db.engine };
  }

  get #id(): RawBuilder<string> {
    return sql<string>`${sql.ref(`${this.#listing.collection.name}.id`)}`;
  }

  get #key(): RawBuilder<unknown> {
    return sql.ref(`${this.#listing.collection.name}.${this.#walk.column}`);
  }

  #rows(after: Place | null = null, until: Place | null = null): Rows {
    const { db, owner, collection, condition } = this.#listing;
    let rows: Rows = loose(db.read)
      .selectFrom<string>(collection.name)
      .where(TABLES[collection.name].owner, '=', owner);
    if (condition) rows = rows.where(conditionSql(condition, this.#scope));
    if (after) rows = rows.where(this.#beside(after, 'behind'));
    return until ? rows.where(this.#beside(until, 'up to')) : rows;
  }

  /** The first comparison is for the index. */
  #beside({ key, id }: Place, side: 'behind' | 'up to'): RawBuilder<SqlBool> {
    const isBehind = side === 'behind';
    const sign = (this.#walk.direction === 'asc') === isBehind ? '>' : '<';
    const [strictly, orSame] = [sql.raw(sign), sql.raw(`${sign}=`)];
    const byId = sql.raw(isBehind ? '>' : '<=');
    return sql<SqlBool>`(${this.#key} ${orSame} ${key} and (${this.#key} ${strictly} ${key} or ${this.#id} ${byId} ${id}))`;
  }

  #inOrder(rows: Rows): Rows {
    return rows.orderBy(this.#key, this.#walk.direction).orderBy(this.#id);
  }
}
