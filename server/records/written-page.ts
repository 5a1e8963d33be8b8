import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Reader } from '#server/db/database.ts';
import { preparedQuery } from '#server/db/prepared-query.ts';
import type { BudgetedRead } from '#server/db/read-budget.ts';
import type { OwnerId } from '#server/identity/actor.ts';
import { joined, type PageJson } from '#server/records/list-json.ts';
import {
  isDeep,
  type Listing,
  mayTakeLong,
  type Place,
  readPage,
  readTotal,
  type Total,
} from '#server/records/list-queries.ts';

/** The records of a page as SQLite wrote them. */
export interface PageBytes {
  items: Uint8Array;
  count: number;
}

/** What a list asks SQLite. */
export interface ListQueries {
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
export function listQueries(
  listing: Listing,
  order: string,
  place: { limit: number; offset: number },
  { json, read }: { json: PageJson; read: BudgetedRead },
): ListQueries {
  const lasts =
    listing.condition === null && order.length <= 100 && !mayTakeLong(listing) && !isDeep(listing, place.offset);
  // What is kept for other callers has nothing of this one's in it.
  if (!lasts) return makeQueries(listing, json, () => place, read);
  const known = remembered.get(json) ?? new Map<string, ListQueries>();
  remembered.set(json, known);
  const found = known.get(order);
  if (found) return found;
  const queries = makeQueries(listing, json, placeOf, null);
  if (known.size >= ORDERS) known.clear();
  known.set(order, queries);
  return queries;
}

type Slot = Parameters<Parameters<typeof preparedQuery>[0]>[1];

/** The numbers that `ListQueries.page` is called with. */
function placeOf(value: Slot): Place {
  return { limit: sql<number>`${value(1)}`, offset: sql<number>`${value(2)}` };
}

function makeQueries(
  listing: Listing,
  json: PageJson,
  placed: (value: Slot) => Place,
  read: BudgetedRead | null,
): ListQueries {
  const mayGoOn = read?.mayGoOn ?? null;
  return {
    page: preparedQuery((reader, value) => {
      const rows = readPage(listing, value(0), placed(value), { reader, mayGoOn });
      return pageQuery(json, rows, value(0), reader);
    }),
    total: preparedQuery((reader, value) => readTotal(listing, value(0), { reader, mayGoOn })),
  };
}

/** The records with these ids, in this order, as SQLite writes them. */
export async function writeByIds(
  { collection, columns }: Listing,
  json: PageJson,
  { owner, ids, reader }: { owner: OwnerId; ids: readonly string[]; reader: Reader },
): Promise<PageBytes[]> {
  const { name } = collection;
  const names = columns === 'all' ? [sql.raw('*')] : columns.map((column) => sql.ref(`${name}.${column}`));
  const rows = sql`
    select ${sql.join(names)} from json_each(${JSON.stringify(ids)}) as place
    cross join ${sql.table(name)} on ${sql.ref(`${name}.id`)} = place.value
    where ${sql.ref(`${name}.${collection.owner}`)} = ${owner} order by place.key
  `;
  const query = pageQuery(json, rows, owner, reader).compile();
  return (await reader.executeQuery<PageBytes>(query)).rows;
}

function pageQuery(
  json: PageJson,
  rows: Parameters<typeof joined>[0],
  owner: string,
  reader: Reader,
): Compilable<PageBytes> {
  const from: RawBuilder<unknown> = joined(rows, json.target, owner);
  const query = sql<PageBytes>`select ${json.items} as items, count(*) as count from ${from}`;
  return { compile: () => query.compile(reader) };
}

/** A page with its records as they were written; `rest` is the page without them, of which `items` stands first. */
export function joinPage(items: Uint8Array, rest: { items: readonly never[] }): Buffer {
  const text = JSON.stringify(rest);
  return Buffer.concat([Buffer.from('{"items":'), items, Buffer.from(text.slice('{"items":[]'.length))]);
}
