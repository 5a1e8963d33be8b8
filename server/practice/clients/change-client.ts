import { clientKey, clientSearchText, clientSource, isSamePerson, keysOfName } from '#domain/clients/client.ts';
import { sortKey } from '#domain/text/sort-key.ts';
import { badRequest } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { refuseBeyondLimit } from '#server/practice/clients/client-limit.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import type { AnyRow } from '#server/ground/db/loose-tables.ts';
import { type Decoded, encodeRow } from '#server/ground/db/row-codec.ts';
import { openRow, sealRow } from '#server/ground/db/sealed-rows.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { REFUSED } from '#server/records/refusals.ts';
import { deleteRow, deleteRows } from '#server/records/delete-with-dependents.ts';
import { insertRow, type NewRecord, updateRow } from '#server/records/store.ts';
import { insertStored } from '#server/records/store-many.ts';
import { storeChanges } from '#server/records/update-record.ts';

import {
  type Asked,
  choiceOfChanged,
  choiceOfNew,
  applyClientReminders,
} from '#server/practice/letters/choose-letters.ts';

type Client = Decoded<'clients'>;

type Computed = 'identity_key' | 'search_text' | 'name_key' | 'email_key' | 'letters_off' | 'agreed';

/** `reminders` is '' where the practitioner's choice for all clients holds. */
export type NewClient = Omit<NewRecord<'clients'>, Computed | 'user' | 'email' | 'time_zone' | 'reminders'> &
  Pick<Client, 'email' | 'time_zone'> & { reminders: '' | Client['reminders'] };

/** Stores a client, registered now where `registration_date` is ''. Throws a 400 past the limit without a licence. */
export async function addClient(action: Action, client: NewClient): Promise<Client> {
  await refuseErased(action, client.id);
  await refuseBeyondLimit(action);
  await refuseTwin(action, client, REFUSED.create);
  return insertRow(action, 'clients', await newRow(action, client));
}

/** Stores many in one statement and returns their ids; the caller minds the limit, the journal and events. */
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
    ...client,
    ...computedColumns(client),
    ...(await choiceOfNew(action, client)),
    registration_date: client.registration_date || printInstant(action.now),
  };
}

/** Refuses a create that was sent before an erasure and arrives after it: it would bring the erased client back. */
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

/** Throws a 400 for a client with the name and a number of another one (CLIENT-09). */
async function refuseTwin(
  action: Action,
  client: Pick<NewClient, 'id' | 'name' | 'phone'>,
  message: string,
): Promise<void> {
  const twin = await findClientByKey(action, client.name, client.phone, client.id);
  if (!twin) return;
  throw badRequest(message, { name: FIELD_ERROR.notUnique, phone: FIELD_ERROR.notUnique });
}

/** `asked`: what the practitioner names of the letters. */
export async function changeClient(
  action: Action,
  before: Client,
  after: Client,
  asked: Asked = { email: true, reminders: false },
): Promise<Client> {
  const { source, ...recognised } = computedColumns(after);
  // A key of an earlier rule can belong to another client under the present rule.
  const renamed = after.name !== before.name || after.phone !== before.phone;
  if (renamed) await refuseTwin(action, after, REFUSED.update);
  const choice = await choiceOfChanged(action, before, after, asked);
  const stored = await storeChanges(action, 'clients', before, {
    ...after,
    source,
    ...(renamed && recognised),
    ...choice,
  });
  await applyClientReminders(action, before, stored);
  return stored;
}

/** Returns the client, out of the archive (CLIENT-11). */
export async function unarchive(action: Action, client: Client): Promise<Client> {
  return client.archived ? updateRow(action, 'clients', client.id, { archived: false }) : client;
}

/**
 * Deletes a client with their sessions, series, held time and requests (CLIENT-12): those that became this client, and declined
 * ones with the same name and phone. A pending request stays.
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

/** Returns the client with this name and one of the numbers of this phone (BOOK-02), the one added first. */
export async function findClientByKey(
  { write, owner }: Action,
  name: string,
  phone: string,
  except?: string,
): Promise<Client | undefined> {
  const key = clientKey(name, phone);
  const { from, to } = keysOfName(key);
  const namesakes = await write.trx
    .selectFrom('clients')
    .selectAll()
    .where('user', '=', owner)
    .where('identity_key', '>=', from)
    .where('identity_key', '<', to)
    .orderBy('created')
    .orderBy('id')
    .execute();
  const row = namesakes.find((one) => one.id !== except && isSamePerson(one.identity_key ?? '', key));
  return row && openRow(write.trx, 'clients', row);
}

/** Returns derived columns; the source is stored as displayed, so that lists filter and sort by it. */
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
