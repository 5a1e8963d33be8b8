import { sql } from 'kysely';
import type { Reader } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { Collection, Field } from '#server/records/collection.ts';
import { expandedRelations, targetOf } from '#server/records/expand.ts';
import { visibleFields } from '#server/records/fields.ts';
import { type FieldsPicker, isPicked, within } from '#server/records/fields-picker.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';
import type { Shape } from '#server/records/shape.ts';

// Names of tables and columns go into these statements unescaped: they come from declared collections. Every value is a
// parameter.

/**
 * Returns the owner's records with these ids (a JSON list) as a JSON list in their order, the same bytes as `shapeRows`
 * makes; null for a shape that only JavaScript can make.
 */
export async function writeJson(
  collection: Collection,
  collections: readonly Collection[],
  shape: Shape,
  { ids, owner, reader }: { ids: string; owner: OwnerId; reader: Reader },
): Promise<Uint8Array | null> {
  const json = recordJson(collection, collections, shape);
  if (!json) return null;
  const { record, target } = json;
  const related = target
    ? sql`left join ${sql.table(target.to.name)} as target
        on target.id = ${sql.ref(`page.${target.relation}`)} and ${sql.ref(`target.${target.to.owner}`)} = ${owner}`
    : sql``;
  // `cross join` keeps the order of the ids.
  const query = sql<{ items: Uint8Array }>`
    select cast('[' || ifnull(group_concat(${sql.raw(record)}, ','), '') || ']' as blob) as items
    from json_each(${ids}) as place
    cross join ${sql.table(collection.name)} as page on page.id = place.value ${related}
    where ${sql.ref(`page.${collection.owner}`)} = ${owner}
  `;
  const { rows } = await reader.executeQuery(query.compile(reader));
  return rows[0]?.items ?? null;
}

interface RecordJson {
  /** The SQL that writes one record. */
  record: string;
  /** The relation to expand and where it leads. */
  target: { relation: string; to: Collection } | null;
}

/** Returns SQL for a record of this shape; null if SQLite cannot write it: excerpts, stored JSON, sealed texts, `present`. */
export function recordJson(
  collection: Collection,
  collections: readonly Collection[],
  { picker, expand }: Shape,
): RecordJson | null {
  if (hasExcerpt(picker)) return null;
  const [relation, ...more] = expandedRelations(collection, expand);
  if (more.length > 0) return null;
  const to = relation === undefined ? undefined : targetOf(collection, relation, collections);
  if (relation !== undefined && (to?.access.view ?? 'nobody') === 'nobody') return null;
  if (relation !== undefined && (expand.get(relation)?.size ?? 0) > 0) return null;
  const members = membersOf(collection, 'page', picker);
  if (!members) return null;
  if (relation === undefined || !to || !isPicked(picker, 'expand')) return { record: objectOf(members), target: null };
  const inside = within(picker, 'expand');
  const related = isPicked(inside, relation) ? membersOf(to, 'target', within(inside, relation)) : [];
  if (!related) return null;
  const found = isPicked(inside, relation) ? `json_object('${relation}', ${objectOf(related)})` : "json('{}')";
  const expansion = `case when target.id is null then json('{}') else ${found} end`;
  return { record: objectOf([...members, `'expand', ${expansion}`]), target: { relation, to } };
}

function objectOf(members: readonly string[]): string {
  return `json_object(${members.join(', ')})`;
}

/** Returns the names and values of a record in the order of `toWire`; null if SQLite cannot write one of them. */
function membersOf(collection: Collection, alias: string, picker: FieldsPicker | null): string[] | null {
  if (collection.present) return null;
  const fields = visibleFields(collection).filter(([name]) => isPicked(picker, name));
  if (fields.some(([name, { type }]) => type === 'json' || sealedFields(collection.name).includes(name))) return null;
  const members = fields.map(([name, field]): [string, string] => [name, valueJson(`${alias}."${name}"`, field)]);
  const constants = [
    ['collectionId', `'${collection.id}'`],
    ['collectionName', `'${collection.name}'`],
  ].filter(([name = '']) => isPicked(picker, name));
  // The id comes first, if it is picked.
  members.splice(isPicked(picker, 'id') ? 1 : 0, 0, ...(constants as [string, string][]));
  return members.map(([name, value]) => `'${name}', ${value}`);
}

function valueJson(column: string, { type }: Field): string {
  return type === 'bool' ? `json(iif(${column} = 1, 'true', 'false'))` : column;
}

function hasExcerpt(picker: FieldsPicker | null): boolean {
  if (picker === null) return false;
  return picker.excerpt !== null || [...picker.parts.values()].some(hasExcerpt);
}
