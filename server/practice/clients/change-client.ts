import { birthDateRule } from '#domain/clients/birth-date.ts';
import { clientKey, clientSearchText, clientSource, isSamePerson, keysOfName } from '#domain/clients/client.ts';
import { sortKey } from '#domain/text/sort-key.ts';
import { badRequest } from '#domain/errors.ts';
import { mistakeIn } from '#domain/rule.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time/zone.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { refuseBeyondLimit } from '#server/practice/clients/client-limit.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import type { AnyRow } from '#server/ground/db/query.ts';
import { type Decoded, encodeRow } from '#server/ground/db/row-codec.ts';
import { sealRow } from '#server/ground/db/sealed-rows.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { REFUSED } from '#server/records/refusals.ts';
import { deleteRow, deleteRows } from '#server/records/delete-with-dependents.ts';
import { findOwned, insertRow, type NewRecord, updateRow, storeChanges } from '#server/records/store.ts';
import { insertStored } from '#server/records/store-many.ts';

import {
  type Asked,
  choiceOfChanged,
  choiceOfNew,
  applyClientReminders,
} from '#server/practice/letters/choose-letters.ts';

type Client = Decoded<'clients'>;

type Computed = 'identity_key' | 'search_text' | 'name_key' | 'email_key' | 'letters_off' | 'agreed' | 'namesake';

/** `reminders` is '' for the practitioner's choice for all clients. */
export type NewClient = Omit<
  NewRecord<'clients'>,
  Computed | keyof typeof NO_TEXTS | 'user' | 'email' | 'time_zone' | 'reminders'
> &
  Partial<Record<keyof typeof NO_TEXTS, string>> &
  Pick<Client, 'email' | 'time_zone'> & { reminders: '' | Client['reminders'] };

/** The texts of a client until the practitioner writes them. */
const NO_TEXTS = { request: '', agreement: '', emergency: '' } as const;

/**
 * Stores a client, registered now if `registration_date` is ''. Throws a 400 beyond the limit without a licence.
 * `isNamesake`: what `findClientByKey` returned, if the caller has called it and found no client.
 */
export async function addClient(action: Action, client: NewClient, isNamesake?: boolean): Promise<Client> {
  await refuseErased(action, client.id);
  await refuseBeyondLimit(action);
  const namesake = isNamesake ?? (await findNamesake(action, client, REFUSED.create));
  await refuseUnborn(action, client.birth_date, REFUSED.create);
  return insertRow(action, 'clients', { ...(await newRow(action, client)), namesake });
}

/** Stores many in one statement; the limit, the journal and events are up to the caller. */
export async function addClients(action: Action, clients: readonly NewClient[]): Promise<void> {
  const stamp = printInstant(action.now);
  const rows: AnyRow[] = [];
  for (const client of clients) {
    const row = await newRow(action, client);
    const own = { user: action.owner, created: stamp, updated: stamp };
    const whole = { id: newRecordId(), ...encodeRow('clients', { ...row, ...own }) };
    rows.push(await sealRow(action.write, 'clients', whole));
  }
  const columns = Object.keys(rows[0] ?? {});
  await insertStored(action.write, 'clients', { columns, json: JSON.stringify(rows) });
}

async function newRow(action: Action, client: NewClient): Promise<NewRecord<'clients'>> {
  return {
    ...NO_TEXTS,
    ...client,
    ...computedColumns(client),
    ...(await choiceOfNew(action, client)),
    registration_date: client.registration_date || printInstant(action.now),
  };
}

/** Throws for a create that was sent before an erasure and arrives after it: it would restore the erased client. */
async function refuseErased({ write, owner }: Action, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const erased = await write.trx
    .selectFrom('erasures')
    .select('id')
    .where('user', '=', owner)
    .where('client', '=', id)
    .executeTakeFirst();
  if (erased) throw badRequest(REFUSED.create, { id: FIELD_ERROR.notUnique });
}

/**
 * Returns whether another client has this name; for the other clients the database keeps that up to date. Throws a 400
 * if one of them also has a number of this phone (CLIENT-09).
 */
async function findNamesake(
  action: Action,
  { id, name, phone }: Pick<NewClient, 'id' | 'name' | 'phone'>,
  message: string,
): Promise<boolean> {
  const key = clientKey(name, phone);
  const others = (await findNamesakes(action, key)).filter((one) => one.id !== id);
  if (others.every(({ identity_key }) => !isSamePerson(identity_key ?? '', key))) return others.length > 0;
  throw badRequest(message, { name: FIELD_ERROR.notUnique, phone: FIELD_ERROR.notUnique });
}

/** Throws a 400 for a date of birth that is in the future in the practitioner's zone. */
async function refuseUnborn({ write, owner, now }: Action, date = '', message: string): Promise<void> {
  if (date === '') return;
  const profile = await write.trx
    .selectFrom('profiles')
    .select('time_zone')
    .where('user', '=', owner)
    .executeTakeFirst();
  const today = now.toZonedDateTimeISO(profile?.time_zone ?? DEFAULT_TIME_ZONE).toPlainDate();
  if (mistakeIn(birthDateRule(today.toString()), date) !== null)
    throw badRequest(message, { birth_date: FIELD_ERROR.invalidValue });
}

/** Changes a client. `asked`: the fields about letters that the request contained. */
export async function changeClient(
  action: Action,
  before: Client,
  after: Client,
  asked: Asked = { email: true, reminders: false },
): Promise<Client> {
  const { source, ...recognised } = computedColumns(after);
  // A key from an earlier rule may belong to another client under the present one, so it is only checked when it
  // changes.
  const renamed = after.name !== before.name || after.phone !== before.phone;
  const namesake = renamed ? await findNamesake(action, after, REFUSED.update) : before.namesake;
  if (after.birth_date !== before.birth_date) await refuseUnborn(action, after.birth_date, REFUSED.update);
  const choice = await choiceOfChanged(action, before, after, asked);
  const stored = await storeChanges(action, 'clients', before, {
    ...after,
    source,
    ...(renamed && recognised),
    namesake,
    ...choice,
  });
  await applyClientReminders(action, before, stored);
  return stored;
}

/** Restores the client from the archive, if needed, and returns it (CLIENT-11). */
export async function unarchive(action: Action, client: Client): Promise<Client> {
  return client.archived ? updateRow(action, 'clients', client.id, { archived: false }) : client;
}

/**
 * Deletes a client with their sessions, series and held time (CLIENT-12), and with requests: those from which the
 * client came, and rejected ones with the same name and phone. A pending request stays.
 */
export async function deleteClient(action: Action, { id, identity_key }: Client): Promise<void> {
  const { trx } = action.write;
  const key = identity_key ?? '';
  const { from, to } = keysOfName(key);
  const requests = await trx
    .selectFrom('booking')
    .select(['id', 'client', 'identity_key'])
    .where('user', '=', action.owner)
    .where((row) =>
      row.or([
        row('client', '=', id),
        row.and([row('identity_key', '>=', from), row('identity_key', '<', to), row('status', '=', 'cancelled')]),
      ]),
    )
    .execute();
  await deleteRow(action, 'clients', id);
  await deleteRows(
    action,
    'booking',
    requests.flatMap((request) => (request.client !== id && isSamePerson(request.identity_key, key) ? request.id : [])),
  );
}

/**
 * Returns the client with this name and one of the numbers of this phone (BOOK-02), the one added first, and whether
 * any client has the name.
 */
export async function findClientByKey(
  action: Action,
  name: string,
  phone: string,
): Promise<{ known: Client | undefined; isNamesake: boolean }> {
  const key = clientKey(name, phone);
  const namesakes = await findNamesakes(action, key);
  const found = namesakes.find((one) => isSamePerson(one.identity_key ?? '', key));
  const known = found && (await findOwned(action.write.trx, 'clients', action.owner, found.id));
  return { known, isNamesake: namesakes.length > 0 };
}

/** Returns the clients with the name of a key, the one added first before the others, without their texts. */
function findNamesakes({ write, owner }: Action, key: string) {
  const { from, to } = keysOfName(key);
  return write.trx
    .selectFrom('clients')
    .select(['id', 'identity_key'])
    .where('user', '=', owner)
    .where('identity_key', '>=', from)
    .where('identity_key', '<', to)
    .orderBy('created')
    .orderBy('id')
    .execute();
}

/** Returns the derived columns. The source is stored as shown, so that lists filter and sort by it. */
function computedColumns({
  name,
  phone,
  source,
  handmade,
}: Pick<Client, 'name' | 'phone' | 'source' | 'handmade'>): Pick<
  Client,
  'identity_key' | 'search_text' | 'name_key' | 'source'
> {
  return {
    identity_key: clientKey(name, phone),
    search_text: clientSearchText(name, phone),
    name_key: sortKey(name),
    source: clientSource({ source, handmade }),
  };
}
