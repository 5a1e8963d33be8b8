import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Reader } from '#server/db/database.ts';
import { preparedQuery } from '#server/db/prepared-query.ts';
import type { OwnerId } from '#server/identity/actor.ts';
import type { Collection, Field } from '#server/records/collection.ts';
import { expandedRelations } from '#server/records/expand.ts';
import { fieldOf, visibleFields } from '#server/records/fields.ts';
import { type FieldsPicker, isPicked, within } from '#server/records/fields-picker.ts';
import { loose } from '#server/db/loose-tables.ts';
import type { Shape } from '#server/records/shape.ts';

// SQLite writes the JSON of records itself, and the bytes go to the socket as they are: no row becomes an object, no text
// is decoded and encoded again. Of 30 sessions with notes that is a third of the work, of 500 light ones a seventh, of a
// single one a fifth. What it writes is what `shapeRows` answers, byte by byte (list-json.test.ts); what it cannot write,
// `shapeRows` does. On PostgreSQL the same is slower than rows.

/** A page of records as SQLite writes it. */
export interface PageJson {
  /** The records of the page as a JSON list. */
  items: RawBuilder<Uint8Array>;
  /** The record that the relation to expand leads to, joined under the name `target`. */
  target: { relation: string; to: Collection } | null;
}

/** What a view needs of the record it shows. */
export interface FoundJson {
  items: Uint8Array;
  /** Empty where there is no such record. */
  id: string | null;
  client: string | null;
}

export interface RememberedJson extends PageJson {
  /** The list that has the owner's record with this id alone. */
  find: (reader: Reader, id: string, owner: OwnerId) => Promise<FoundJson[]>;
}

/** Callers ask for few shapes, again and again. */
const REMEMBERED = 100;

/** By the collections of a program, and there by what was asked for. */
const remembered = new WeakMap<readonly Collection[], Map<string, RememberedJson | null>>();

/** The same, put into SQL once for each `wish`, which tells one shape of a collection from another. */
export function rememberedPageJson(
  reader: Reader,
  wish: string,
  ...[collection, collections, shape]: Parameters<typeof pageJson>
): RememberedJson | null {
  const known = remembered.get(collections) ?? new Map<string, RememberedJson | null>();
  remembered.set(collections, known);
  const name = `${collection.name} ${wish}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const made = pageJson(collection, collections, shape);
  const json = made && remember(collection, made, reader);
  if (known.size >= REMEMBERED) known.clear();
  known.set(name, json);
  return json;
}

function remember(collection: Collection, { items, target }: PageJson, reader: Reader): RememberedJson {
  const raw = sql.raw<Uint8Array>(items.compile(reader.withoutPlugins()).sql);
  const client = collection.fields['client'] ? sql.ref('page.client') : sql.lit(null);
  const find: RememberedJson['find'] = preparedQuery((db, value) => {
    const row = loose(db)
      .selectFrom<string>(collection.name)
      .selectAll()
      .where('id', '=', value(0))
      .where(collection.owner, '=', value(1));
    const query = sql<FoundJson>`
      select ${raw} as items, max(page.id) as id, max(${client}) as client from ${joined(row, target, value(1))}
    `;
    return { compile: () => query.compile(db) };
  });
  return { items: raw, target, find };
}

/** The rows of a query as `page`, and where the JSON needs it the record that each leads to. */
export function joined(rows: Expression<unknown>, target: PageJson['target'], owner: string): RawBuilder<unknown> {
  const page = sql`(${rows}) as page`;
  if (!target) return page;
  const { relation, to } = target;
  const own = sql`${sql.ref(`target.${to.owner}`)} = ${owner}`;
  return sql`${page} left join ${sql.table(to.name)} as target on target.id = ${sql.ref(`page.${relation}`)} and ${own}`;
}

/** How the rows of a subquery `page` are written; null for what only JavaScript can make of them. */
export function pageJson(
  collection: Collection,
  collections: readonly Collection[],
  { expand, picker }: Shape,
): PageJson | null {
  if (hasExcerpt(picker)) return null;
  const relations = expandedRelations(collection, expand);
  const [relation, ...more] = relations;
  if (more.length > 0) return null;
  const target = relation === undefined ? null : targetOf(collection, relation, collections);
  if (relation !== undefined && (!target || (expand.get(relation)?.size ?? 0) > 0)) return null;
  const record = recordMembers(collection, 'page', picker);
  if (!record) return null;
  if (target && isPicked(picker, 'expand')) {
    const expansion = expansionJson(target, within(picker, 'expand'));
    if (!expansion) return null;
    record.push(sql`'expand', ${expansion}`);
  }
  const items = sql<Uint8Array>`cast('[' || ifnull(group_concat(${objectJson(record)}, ','), '') || ']' as blob)`;
  return { items, target };
}

function targetOf(collection: Collection, relation: string, collections: readonly Collection[]): PageJson['target'] {
  const field = fieldOf(collection, relation);
  const to = collections.find(({ name }) => field?.type === 'relation' && name === field.to);
  return to && to.access.view !== 'nobody' ? { relation, to } : null;
}

/** Empty where the related record is not there. */
function expansionJson(
  { relation, to }: NonNullable<PageJson['target']>,
  picker: FieldsPicker | null,
): RawBuilder<unknown> | null {
  if (!isPicked(picker, relation)) return sql`json('{}')`;
  const members = recordMembers(to, 'target', within(picker, relation));
  if (!members) return null;
  const found = sql`json_object(${sql.lit(relation)}, ${objectJson(members)})`;
  return sql`case when target.id is null then json('{}') else ${found} end`;
}

function objectJson(members: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`json_object(${sql.join(members)})`;
}

/** The names and values of a record, in the order of `toWire`; null where one of them is not for SQL to write. */
function recordMembers(
  collection: Collection,
  alias: string,
  picker: FieldsPicker | null,
): RawBuilder<unknown>[] | null {
  if (collection.present) return null;
  const names = visibleFields(collection).filter(([name]) => name === 'id' || isPicked(picker, name));
  if (names.some(([, { type }]) => type === 'json')) return null;
  const stored = names.map(([name, field]) => ({ name, value: valueJson(sql.ref(`${alias}.${name}`), field) }));
  const [id, ...others] = stored;
  const constants = [
    { name: 'collectionId', value: sql.lit(collection.id) },
    { name: 'collectionName', value: sql.lit(collection.name) },
  ];
  return [...(id ? [id] : []), ...constants, ...others]
    .filter(({ name }) => isPicked(picker, name))
    .map(({ name, value }) => sql`${sql.lit(name)}, ${value}`);
}

function valueJson(column: RawBuilder<unknown>, { type }: Field): RawBuilder<unknown> {
  if (type === 'bool') return sql`json(case when ${column} = 1 then 'true' else 'false' end)`;
  return sql`ifnull(${column}, ${sql.lit(type === 'number' ? 0 : '')})`;
}

function hasExcerpt(picker: FieldsPicker | null): boolean {
  if (picker === null) return false;
  return picker.excerpt !== null || [...picker.parts.values()].some(hasExcerpt);
}
