import type { Engine, Reader } from '#server/ground/db/database.ts';
import type { Collection, Values } from '#server/records/collection.ts';
import { fieldOf } from '#server/records/fields.ts';
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
  tree: ExpandTree,
  scope: ExpandScope,
): Promise<void> {
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
    const rows = await findManyOwned({ reader: scope.db, engine: scope.engine }, target.name, actor.owner, ids);
    const found = rows.map((row) => ({ row, wire: toWire(target, row, scope.viewer) }));
    await expandRecords(found, target, tree.get(relation) ?? new Map(), scope);
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
