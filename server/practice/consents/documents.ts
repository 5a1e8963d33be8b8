import { hash } from 'node:crypto';
import { badRequest } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { type Decoded, decodeRow } from '#server/ground/db/row-codec.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { REFUSED } from '#server/records/refusals.ts';
import { insertRow, updateRow } from '#server/records/store.ts';

type Document = Decoded<'consent_documents'>;

/** Returns the practitioner's current document, whether the public page asks for agreement or not. */
export async function currentDocument(reader: Reader, owner: OwnerId): Promise<Document | undefined> {
  const newest = await newestDocument(reader, owner);
  return newest?.retired === '' ? newest : undefined;
}

async function newestDocument(reader: Reader, owner: OwnerId): Promise<Document | undefined> {
  const row = await reader
    .selectFrom('consent_documents')
    .selectAll()
    .where('user', '=', owner)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && decodeRow('consent_documents', row);
}

/** Stores a new version and retires the current one; returns the current one if nothing has changed (CONSENT-01). */
export async function addVersion(action: Action, { id, title, text }: Document): Promise<Document> {
  const newest = await newestDocument(action.write.trx, action.owner);
  if (newest?.retired === '') {
    if (newest.title === title && newest.text === text) return newest;
    await updateRow(action, 'consent_documents', newest.id, { retired: printInstant(action.now) });
  }
  return insertRow(action, 'consent_documents', {
    id,
    version: (newest?.version ?? 0) + 1,
    title,
    text,
    hash: hash('sha256', text, 'hex'),
    retired: '',
  });
}

/** Throws a 400 for a practitioner who wants to ask for agreement but has no text. */
export async function refuseWithoutDocument({ write, owner }: Action): Promise<void> {
  if (await currentDocument(write.trx, owner)) return;
  const message = 'There is no text to agree to.';
  throw badRequest(REFUSED.update, { ask_consent: { code: 'consent_missing', message } });
}
