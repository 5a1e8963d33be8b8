import { type RawBuilder, sql } from 'kysely';
import { type AppError, badRequest } from '#domain/errors.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { Collection } from '#server/records/collection.ts';
import { expandedRelations, targetOf } from '#server/records/expand.ts';
import { visibleFields } from '#server/records/fields.ts';
import { isPicked, within } from '#server/records/fields-picker.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';
import type { Shape } from '#server/records/shape.ts';

/** Bytes of stored text that the records of one response can hold. */
export const LARGEST_ANSWER = 8 * 1024 * 1024;

/** The most bytes that a field without a long text adds to a response. */
const SHORT_FIELD_BYTES = 900;
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
  return Object.values(value).reduce<number>((sum, part) => sum + bytesOf(part), 0);
}

/** Returns the most bytes that a record of this shape can take, independent of its stored values. */
export function mostBytesOf(collection: Collection, collections: readonly Collection[], shape: Shape): number {
  const own = pickedFields(collection, shape).reduce(
    (sum, { longest }) => sum + (longest === undefined ? SHORT_FIELD_BYTES : longest * BYTES_OF_A_CHARACTER),
    0,
  );
  return targetsOf(collection, collections, shape).reduce(
    (sum, { to, shape: inner }) => sum + mostBytesOf(to, collections, inner),
    own,
  );
}

/** Returns SQL for the bytes of a record's long texts in this shape; `alias` names its table in the statement. */
export function bytesSql(
  collection: Collection,
  collections: readonly Collection[],
  shape: Shape,
  { alias, owner }: { alias: string; owner: OwnerId },
): RawBuilder<number> {
  const long = pickedFields(collection, shape).flatMap(({ name, longest }) => (longest === undefined ? [] : [name]));
  // Names of declared fields, as text: a query is put together with each list.
  const own = long.map((name) => `octet_length("${alias}"."${name}")`);
  // All texts of an envelope are opened for one of them.
  if (long.some((name) => sealedFields(collection.name).includes(name))) {
    own.push(`octet_length("${alias}".sealed) * 3 / 4`);
  }
  const related = targetsOf(collection, collections, shape).map(({ relation, to, shape: inner }) => {
    const target = `${alias}_${relation}`;
    const bytes = bytesSql(to, collections, inner, { alias: target, owner });
    return sql`coalesce((
      select ${bytes} from ${sql.table(to.name)} as ${sql.table(target)}
      where ${sql.ref(`${target}.id`)} = ${sql.ref(`${alias}.${relation}`)} and ${sql.ref(`${target}.${to.owner}`)} = ${owner}
    ), 0)`;
  });
  return sql<number>`(${sql.join([sql.raw(['0', ...own].join(' + ')), ...related], sql` + `)})`;
}

function pickedFields(collection: Collection, { picker }: Shape): { name: string; longest: number | undefined }[] {
  return visibleFields(collection)
    .filter(([name]) => isPicked(picker, name))
    .map(([name, { longest }]) => ({ name, longest }));
}

/** The related records that a response includes in a record, each with its own shape. */
function targetsOf(
  collection: Collection,
  collections: readonly Collection[],
  { expand, picker }: Shape,
): { relation: string; to: Collection; shape: Shape }[] {
  if (!isPicked(picker, 'expand')) return [];
  const inside = within(picker, 'expand');
  return expandedRelations(collection, expand)
    .filter((relation) => isPicked(inside, relation))
    .flatMap((relation) => {
      const to = targetOf(collection, relation, collections);
      const shape = { expand: expand.get(relation) ?? new Map(), picker: within(inside, relation) };
      return to ? [{ relation, to, shape }] : [];
    });
}
