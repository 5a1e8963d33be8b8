import { consentErrors, type ShownConsent } from '#domain/consents/consent.ts';
import { badRequest, Outdated } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import { currentDocument } from '#server/practice/consents/documents.ts';
import type { Action } from '#server/ground/action.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { idList, ownerBesideIds } from '#server/ground/db/query.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { type Origin, ownerId } from '#server/ground/identity/actor.ts';
import { REFUSED } from '#server/records/refusals.ts';
import { getOwned, insertRow, updateRow, storeChanges } from '#server/records/store.ts';

type Consent = Decoded<'consents'>;

/**
 * Returns the document that the public page shows for agreement; null where the practitioner does not ask for it
 * (CONSENT-02).
 */
export async function askedConsent(reader: Reader, profile: Decoded<'profiles'>): Promise<ShownConsent | null> {
  if (!profile.ask_consent) return null;
  const current = await currentDocument(reader, ownerId(profile.user));
  return current ? { id: current.id, title: current.title, text: current.text } : null;
}

/** Throws if the visitor agreed to no document, or to another than the current one of this practitioner. */
export async function refuseWithoutConsent(
  reader: Reader,
  profile: Decoded<'profiles'>,
  given: string,
): Promise<ShownConsent | null> {
  const asked = await askedConsent(reader, profile);
  const errors = consentErrors(asked, given);
  if (Object.keys(errors).length === 0) return asked;
  throw given === '' ? badRequest(REFUSED.create, errors) : new Outdated(REFUSED.create, errors);
}

/** Stores the agreement in a request, with the address and the device from which it came. */
export async function addFromRequest(
  action: Action,
  request: Decoded<'booking'>,
  document: string,
  { address, device }: Origin,
): Promise<void> {
  await insertRow(action, 'consents', {
    document,
    client: request.client,
    booking: request.id,
    given_at: printInstant(action.now),
    manner: 'web',
    withdrawn_at: '',
    address,
    device,
  });
  await noteAgreed(action, request.client);
}

/** Stores an agreement on paper (CONSENT-03). Throws a 400 for a time in the future. */
export async function addPaper(action: Action, { id, document, client, given_at }: Consent): Promise<Consent> {
  if (given_at > printInstant(action.now)) throw badRequest(REFUSED.create, { given_at: FIELD_ERROR.invalidValue });
  const paper = await insertRow(action, 'consents', {
    id,
    document,
    client,
    booking: '',
    given_at,
    manner: 'paper',
    withdrawn_at: '',
    address: '',
    device: '',
  });
  await noteAgreed(action, client);
  return paper;
}

/**
 * Records a withdrawal, once. Throws a 400 for another time than the recorded one, and for a time before the agreement
 * or in the future.
 */
export async function withdraw(action: Action, before: Consent, after: Consent): Promise<Consent> {
  const { withdrawn_at: at } = after;
  const allowed = before.withdrawn_at === '' && at >= before.given_at && at <= printInstant(action.now);
  if (at !== before.withdrawn_at && !allowed) {
    throw badRequest(REFUSED.update, { withdrawn_at: FIELD_ERROR.invalidValue });
  }
  const stored = await storeChanges(action, 'consents', before, after);
  await noteAgreed(action, stored.client);
  return stored;
}

/** Assigns the agreements of an approved request to their client, and returns the client. */
export async function giveClient(
  action: Action,
  request: string,
  client: Decoded<'clients'>,
): Promise<Decoded<'clients'>> {
  const given = await action.write.trx
    .selectFrom('consents')
    .select(['id', 'withdrawn_at'])
    .where('user', '=', action.owner)
    .where('booking', '=', request)
    .where('client', 'is', null)
    .execute();
  for (const { id } of given) await updateRow(action, 'consents', id, { client: client.id });
  const agreed = client.agreed || given.some((consent) => consent.withdrawn_at === null);
  return agreed === client.agreed ? client : updateRow(action, 'clients', client.id, { agreed });
}

/** Stores with a client whether there is an agreement that is not withdrawn (CONSENT-04). */
async function noteAgreed(action: Action, id: string): Promise<void> {
  if (id === '') return;
  const { write, owner } = action;
  const valid = await write.trx
    .selectFrom('consents')
    .select('id')
    .where('user', '=', owner)
    .where('client', '=', id)
    .where('withdrawn_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  const agreed = valid !== undefined;
  const client = await getOwned(write.trx, 'clients', owner, id);
  if (client.agreed !== agreed) await updateRow(action, 'clients', id, { agreed });
}

/**
 * The same for clients whose agreements came with an archive, keeping the times of the archive. Returns the clients
 * whose column changed.
 */
export async function noteImported({ write, owner }: Action, clients: readonly string[]): Promise<string[]> {
  if (clients.length === 0) return [];
  const rows = await write.trx
    .updateTable('clients')
    .set({ agreed: 1 })
    .where('id', 'in', idList(write.engine, clients))
    .where(ownerBesideIds(write.engine, 'user'), '=', owner)
    .where('agreed', '=', 0)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
