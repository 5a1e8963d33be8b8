import { type RawBuilder, sql, type SelectQueryBuilder } from 'kysely';
import type { Engine } from '#server/ground/db/database.ts';
import { type AnyRow, loose } from '#server/ground/db/loose-tables.ts';
import type { BudgetedRead } from '#server/ground/db/read-budget.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { Collection } from '#server/records/collection.ts';
import type { Condition } from '#server/records/filter/condition.ts';
import { conditionSql, fieldSql, type SqlScope } from '#server/records/filter/filter-sql.ts';
import type { SortTerm } from '#server/records/sort.ts';

/** The records of an owner to list, and their order. */
export interface Listing {
  collection: Collection;
  engine: Engine;
  owner: OwnerId;
  condition: Condition | null;
  sort: readonly SortTerm[];
}

/** The records of a page. */
export interface FoundPage {
  /** JSON list of their ids, in order. */
  ids: string;
  count: number;
  /** The bytes of their long texts; 0 where not measured. */
  bytes: number;
}

/**
 * Finds the records of a page and reads texts of these alone: reading all texts took 110 ms for a page after 89,000
 * records whose order no index gives to the end.
 */
export async function findPage(
  listing: Listing,
  { limit, offset }: { limit: number; offset: number },
  { read, bytes }: { read: BudgetedRead; bytes: RawBuilder<number> | null },
): Promise<FoundPage> {
  const { name } = listing.collection;
  const isSqlite = listing.engine === 'sqlite';
  // Every index of SQLite has the number of the row, by which it is found without another one.
  const place = sql.ref(`${name}.${isSqlite ? 'rowid' : 'id'}`);
  const page = inOrder(listing, read)
    .select([sql.ref(`${name}.id`).as('id'), place.as('place')])
    .limit(limit)
    .offset(offset);
  const bytesOf = sql<number>`(select ${bytes} from ${sql.table(name)} where ${place} = page.place)`;
  const list = sql.raw(isSqlite ? 'json_group_array(id)' : "coalesce(cast(json_agg(id) as text), '[]')");
  const found = sql<FoundPage>`
    select ${list} as ids, count(*) as count, coalesce(sum(${bytes ? bytesOf : sql`0`}), 0) as bytes from (${page}) as page
  `;
  const { rows } = await found.execute(read.reader);
  return rows[0] ?? { ids: '[]', count: 0, bytes: 0 };
}

/** Finds all records of a list in order, with the bytes of their envelopes. */
export async function findCandidates(listing: Listing, read: BudgetedRead): Promise<{ id: string; bytes: number }[]> {
  const { name } = listing.collection;
  const envelope = sql<number>`octet_length(${sql.ref(`${name}.sealed`)})`;
  return inOrder(listing, read)
    .select([sql<string>`${sql.ref(`${name}.id`)}`.as('id'), envelope.as('bytes')])
    .execute();
}

export async function countRecords(listing: Listing, read: BudgetedRead): Promise<number> {
  const [total] = await matching(listing, read)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute();
  return total?.count ?? 0;
}

function inOrder(listing: Listing, read: BudgetedRead) {
  const scope = scopeOf(listing);
  let query: SelectQueryBuilder<Record<string, AnyRow>, string, object> = matching(listing, read);
  for (const { by, direction } of listing.sort) {
    query = query.orderBy(by === 'random' ? sql`random()` : fieldSql(by, scope), direction);
  }
  // Records come in the order of creation unless the caller sorts them. The id breaks ties.
  if (listing.sort.length === 0) query = query.orderBy('created');
  return query.orderBy('id');
}

function matching(listing: Listing, { reader, mayGoOn }: BudgetedRead) {
  const { collection, owner, condition } = listing;
  let query = loose(reader).selectFrom<string>(collection.name).where(collection.owner, '=', owner);
  if (mayGoOn) query = query.where(mayGoOn);
  return condition ? query.where(conditionSql(condition, { ...scopeOf(listing), mayGoOn })) : query;
}

function scopeOf({ collection, engine, owner }: Listing): SqlScope {
  return { collection, owner, engine };
}
