import { type AppError, badRequest } from '#domain/errors.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';
import type { Collection, Field } from '#server/records/collection.ts';
import { visibleFields } from '#server/records/fields.ts';
import { within } from '#server/records/fields-picker.ts';
import { relatedOf, type Shape } from '#server/records/shape.ts';

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
