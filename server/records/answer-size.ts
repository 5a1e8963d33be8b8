import { type AppError, badRequest } from '#domain/errors.ts';
import type { Collection } from '#server/records/collection.ts';
import { expandedRelations, targetOf } from '#server/records/expand.ts';
import { visibleFields } from '#server/records/fields.ts';
import { isPicked, within } from '#server/records/fields-picker.ts';
import type { Shape } from '#server/records/shape.ts';

/** Bytes of stored text that the records of one response can hold. */
export const LARGEST_ANSWER = 8 * 1024 * 1024;

/** Bytes of text that one statement can read. */
const READ_AT_ONCE = 3 * LARGEST_ANSWER;

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
  let bytes = 0;
  for (const part of Object.values(value)) bytes += bytesOf(part);
  return bytes;
}

/** Returns the most bytes that a record of this shape can take, independent of its stored values. */
function mostBytesOf(collection: Collection, collections: readonly Collection[], shape: Shape): number {
  const own = pickedFields(collection, shape).reduce(
    (sum, { longest }) => sum + (longest === undefined ? SHORT_FIELD_BYTES : longest * BYTES_OF_A_CHARACTER),
    0,
  );
  return targetsOf(collection, collections, shape).reduce(
    (sum, { to, shape: inner }) => sum + mostBytesOf(to, collections, inner),
    own,
  );
}

/**
 * Returns how many records to read at once: those of one statement are in memory together before they are counted,
 * whatever they hold.
 */
export function recordsAtOnce(collection: Collection, collections: readonly Collection[], shape: Shape): number {
  return Math.ceil(READ_AT_ONCE / mostBytesOf(collection, collections, shape));
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
