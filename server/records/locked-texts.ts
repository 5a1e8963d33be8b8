import { badRequest } from '#domain/errors.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { LOCKED_TEXT } from '#server/ground/db/sealed-rows.ts';
import { isLocked } from '#server/ground/db/strict-keys.ts';
import type { OwnCall } from '#server/records/collection.ts';
import type { Body } from '#server/ground/http/bodies.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';

/** Throws a 400 that names the texts in a body while the caller's texts are locked; an empty text is one too. */
export async function refuseLockedTexts(
  reader: Reader,
  { collection, actor }: Pick<OwnCall, 'collection' | 'actor'>,
  body: Body,
  message: string,
): Promise<void> {
  const named = sealedFields(collection.name).filter((name) => Object.hasOwn(body, name));
  if (named.length === 0 || !(await isLocked(reader, actor.owner))) return;
  throw badRequest(message, Object.fromEntries(named.map((name) => [name, LOCKED_TEXT])));
}
