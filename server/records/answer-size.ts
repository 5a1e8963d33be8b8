import { type AppError, badRequest } from '#domain/errors.ts';
import type { Collection } from '#server/records/collection.ts';
import { visibleFields } from '#server/records/fields.ts';
import { within } from '#server/records/fields-picker.ts';
import { relatedOf, type Shape } from '#server/records/shape.ts';

/** Bytes of stored text that the records of one response can hold. */
export const LARGEST_ANSWER = 8 * 1024 * 1024;

/**
 * Bytes of text that one statement can read: its records are in memory together before they are counted, whatever they
 * hold.
 */
export const READ_AT_ONCE = 3 * LARGEST_ANSWER;

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
export function mostBytesOf(collection: Collection, collections: readonly Collection[], shape: Shape): number {
  const own = visibleFields(collection)
    .filter(([name]) => within(shape.picker, name) !== undefined)
    .reduce((sum, [, { longest }]) => sum + (longest ? longest * BYTES_OF_A_CHARACTER : SHORT_FIELD_BYTES), 0);
  return relatedOf(collection, collections, shape).reduce(
    (sum, related) => sum + mostBytesOf(related.to, collections, related.shape),
    own,
  );
}
