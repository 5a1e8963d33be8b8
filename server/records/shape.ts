import type { Reader } from '#server/ground/db/database.ts';
import type { AnyRow } from '#server/ground/db/query.ts';
import { type Query, queryText } from '#server/ground/http/request.ts';
import type { Collection, RecordCall, Values, Field } from '#server/records/collection.ts';
import {
  fieldOf,
  presenter,
  visibleFields,
  type FieldsPicker,
  pickedNames,
  readFieldsPicker,
  within,
} from '#server/records/fields.ts';
import { findManyOwned } from '#server/records/store.ts';
import { type AppError, badRequest } from '#domain/errors.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';

/** Relations by name, each with those to follow from its record. */
export type ExpandTree = Map<string, ExpandTree>;

const DEEPEST = 3;
const LONGEST = 2000;

/** The shape of records in a response: their relations and fields. */
export interface Shape {
  expand: ExpandTree;
  picker: FieldsPicker | null;
  /** Whether the collection's `viewed` fields are included. */
  isView?: true;
}

export function readShape(query: Query): Shape {
  return { expand: readExpand(queryText(query, 'expand')), picker: readFieldsPicker(queryText(query, 'fields')) };
}

/** Reads `expand` ('client,client.user'). Ignores unknown paths and everything past 3 relations. */
function readExpand(expand: string): ExpandTree {
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

/** Returns the columns that a response needs; a collection with `present` can need any. */
export function columnsOf(collection: Collection, { picker, expand }: Shape): Columns {
  if (collection.present) return 'all';
  const visible = visibleFields(collection).map(([name]) => name);
  const named = pickedNames(picker);
  if (!named) return visible;
  const followed = expandedRelations(collection, expand);
  return ['id', ...visible.filter((name) => name !== 'id' && (named.has(name) || followed.includes(name)))];
}

/** The relations of a collection that a tree names. */
function expandedRelations(collection: Collection, tree: ExpandTree): string[] {
  return [...tree.keys()].filter((name) => {
    const field = fieldOf(collection, name);
    return field?.type === 'relation' && !field.hidden;
  });
}

/** Returns the related records that a response includes in a record, each with its own shape. */
function relatedOf(
  collection: Collection,
  collections: readonly Collection[],
  { expand, picker }: Shape,
): { relation: string; to: Collection; shape: Shape }[] {
  const inside = within(picker, 'expand');
  if (inside === undefined) return [];
  return expandedRelations(collection, expand).flatMap((relation) => {
    const field = fieldOf(collection, relation);
    const to = collections.find(({ name }) => field?.type === 'relation' && name === field.to);
    const part = within(inside, relation);
    if (!to || part === undefined) return [];
    return { relation, to, shape: { expand: expand.get(relation) ?? new Map(), picker: part } };
  });
}

/** Returns stored rows as the caller receives them, with related records of the caller's own. */
export async function shapeRows(
  call: Pick<RecordCall, 'context' | 'collection' | 'actor' | 'now'>,
  db: Reader,
  rows: readonly Readonly<AnyRow>[],
  shape: Shape,
): Promise<Values[]> {
  const records = rows.map(presenter(call.collection, call, shape));
  await expandRecords(call, db, { rows, records }, shape);
  return records;
}

/** The same for one row. `db` is the transaction's wherever there is one. */
export async function shapeRow(
  call: Parameters<typeof shapeRows>[0],
  db: Reader,
  row: Readonly<AnyRow>,
  shape: Shape,
): Promise<Values> {
  const [record = {}] = await shapeRows(call, db, [row], shape);
  return record;
}

/**
 * Adds `expand` to records, in one query per relation. Without a known relation in the tree there is no `expand`;
 * without a related record it is empty.
 */
async function expandRecords(
  call: Parameters<typeof shapeRows>[0],
  db: Reader,
  { rows, records }: { rows: readonly Readonly<AnyRow>[]; records: readonly Values[] },
  shape: Shape,
): Promise<void> {
  const { context, collection, actor } = call;
  if (expandedRelations(collection, shape.expand).length === 0 || within(shape.picker, 'expand') === undefined) return;
  const expansions = records.map((): Values => ({}));
  for (const { relation, to, shape: inner } of relatedOf(collection, context.collections, shape)) {
    if (actor.kind !== 'user' || to.access.view === 'nobody') continue;
    const ids = rows.map((row) => String(row[relation]));
    const reader = { reader: db, engine: context.db.engine };
    const found = await findManyOwned(reader, to.name, actor.owner, [...new Set(ids)], columnsOf(to, inner));
    const related = await shapeRows({ ...call, collection: to }, db, found, inner);
    const byId = new Map(found.map(({ id }, at) => [id, related[at]]));
    expansions.forEach((expand, at) => {
      const record = byId.get(ids[at]);
      if (record) expand[relation] = record;
    });
  }
  records.forEach((record, at) => {
    record['expand'] = expansions[at];
  });
}

/** Bytes of stored text that the records of one response can hold. */
export const LARGEST_ANSWER = 8 * 1024 * 1024;

/** Bytes of text that one statement can read: as long as it and what is made of it takes, all others wait. */
export const READ_AT_ONCE = 1024 * 1024;

/** The most bytes that a text which is not long adds to a response. */
const SHORT_TEXT_BYTES = 900;
/** The most bytes of a value of a fixed form. */
const VALUE_BYTES = 40;
/** The most UTF-8 bytes of one UTF-16 code unit, in which text lengths are counted. */
const BYTES_OF_A_CHARACTER = 3;

/** The 400 for a response beyond `LARGEST_ANSWER`. */
export function answerTooLarge(): AppError {
  return badRequest(
    `The answer would hold more than ${LARGEST_ANSWER / 1024 ** 2} MB of text. Ask for fewer records at a time (perPage) or leave long texts out (fields).`,
  );
}

/** Returns the bytes of text in a value, without its keys. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = 0;
  for (const part of Object.values(value)) bytes += bytesOf(part);
  return bytes;
}

/**
 * Returns the most bytes that a record of this shape can take, independent of its stored values; `sealed` of them in
 * its own envelope.
 */
export function mostBytesOf(
  collection: Collection,
  collections: readonly Collection[],
  shape: Shape,
): { sealed: number; most: number } {
  let [sealed, most] = [0, 0];
  for (const [name, field] of visibleFields(collection)) {
    if (within(shape.picker, name) === undefined) continue;
    const bytes = mostBytesOfField(field);
    most += bytes;
    if (sealedFields(collection.name).includes(name)) sealed += bytes;
  }
  for (const related of relatedOf(collection, collections, shape)) {
    most += mostBytesOf(related.to, collections, related.shape).most;
  }
  return { sealed, most };
}

function mostBytesOfField({ type, longest }: Field): number {
  if (longest !== undefined) return longest * BYTES_OF_A_CHARACTER;
  return type === 'text' || type === 'email' || type === 'json' ? SHORT_TEXT_BYTES : VALUE_BYTES;
}
