import type { Engine, Reader } from '#server/ground/db/database.ts';
import type { Collection, Values } from '#server/records/collection.ts';
import { fieldOf, visibleFields } from '#server/records/fields.ts';
import { type FieldsPicker, isPicked, pickedNames, within } from '#server/records/fields-picker.ts';
import type { AnyRow } from '#server/ground/db/loose-tables.ts';
import { findManyOwned } from '#server/records/store.ts';
import { toWire, type Viewer } from '#server/records/wire.ts';

/** Relations by name, each with those to follow from its record. */
export type ExpandTree = Map<string, ExpandTree>;

const DEEPEST = 3;
const LONGEST = 2000;

/** Reads `expand` ('client,client.user'). Ignores unknown paths and everything past 3 relations. */
export function readExpand(expand: string): ExpandTree {
  const root: ExpandTree = new Map();
  if (expand === '') return root;
  for (const path of expand.slice(0, LONGEST).replaceAll(' ', '').split(',')) {
    let at = root;
    for (const name of path.split('.').slice(0, DEEPEST)) {
      const next = at.get(name) ?? new Map<string, ExpandTree>();
      at.set(name, next);
      at = next;
    }
  }
  return root;
}

/** The stored columns to read; long texts only if the caller requests them. */
export type Columns = readonly string[] | 'all';

/** The relations to follow from a record, and its fields to return. */
interface Wanted {
  expand: ExpandTree;
  picker: FieldsPicker | null;
}

/** Returns the columns that a response needs; a collection with `present` can need any. */
export function columnsOf(collection: Collection, { picker, expand }: Wanted): Columns {
  if (collection.present) return 'all';
  const visible = visibleFields(collection).map(([name]) => name);
  const named = pickedNames(picker);
  if (!named) return visible;
  const followed = expandedRelations(collection, expand);
  return ['id', ...visible.filter((name) => name !== 'id' && (named.has(name) || followed.includes(name)))];
}

export interface ExpandScope {
  db: Reader;
  engine: Engine;
  collections: readonly Collection[];
  viewer: Viewer;
}

/** The relations of a collection that a tree names. */
export function expandedRelations(collection: Collection, tree: ExpandTree): string[] {
  return [...tree.keys()].filter((name) => {
    const field = fieldOf(collection, name);
    return field?.type === 'relation' && !field.hidden;
  });
}

/**
 * Adds `expand` with the viewer's own related records, in one query per relation. Without a known relation in the tree
 * there is no `expand`; without a record it is empty.
 */
export async function expandRecords(
  records: readonly { row: Readonly<AnyRow>; wire: Values }[],
  collection: Collection,
  wanted: Wanted,
  scope: ExpandScope,
): Promise<void> {
  const { expand: tree, picker } = wanted;
  const relations = expandedRelations(collection, tree);
  if (relations.length === 0) return;
  const expansions = records.map(({ row, wire }) => {
    const expand: Values = {};
    wire['expand'] = expand;
    return { row, expand };
  });
  for (const relation of relations) {
    const target = targetOf(collection, relation, scope.collections);
    const { actor } = scope.viewer;
    if (!target || actor.kind !== 'user' || target.access.view === 'nobody') continue;
    const ids = [...new Set(records.map(({ row }) => String(row[relation])))];
    const inside = within(picker, 'expand');
    if (!isPicked(picker, 'expand') || !isPicked(inside, relation)) continue;
    const related = { expand: tree.get(relation) ?? new Map(), picker: within(inside, relation) };
    const read = { reader: scope.db, engine: scope.engine };
    const rows = await findManyOwned(read, target.name, actor.owner, ids, columnsOf(target, related));
    const found = rows.map((row) => ({ row, wire: toWire(target, row, scope.viewer) }));
    await expandRecords(found, target, related, scope);
    const byId = new Map(found.map(({ row, wire }) => [row['id'], wire]));
    for (const { row, expand } of expansions) {
      const wire = byId.get(row[relation]);
      if (wire) expand[relation] = wire;
    }
  }
}

/** The collection that a relation leads to. */
export function targetOf(
  collection: Collection,
  relation: string,
  collections: readonly Collection[],
): Collection | undefined {
  const field = fieldOf(collection, relation);
  return collections.find(({ name }) => field?.type === 'relation' && name === field.to);
}
