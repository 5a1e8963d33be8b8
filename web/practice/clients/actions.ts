import { CLIENT_LIMIT_TEXT } from '#domain/clients/client-limit.ts';
import { CLIENT_SOURCE, CLIENT_TEXT, clientKey, isSamePerson } from '#domain/clients/client.ts';
import type { ClientForm, ClientInput } from '#domain/clients/client.ts';
import { searchWords } from '#domain/clients/client-search.ts';
import { pb, quietly } from '#web/ground/api/client.ts';
import { firstRows } from '#web/ground/api/first-rows.ts';
import { type Attempt, createOnce } from '#web/practice/record-form/create-once.ts';
import { hasCode } from '#web/ground/api/errors.ts';
import { filled, searchFilter } from '#web/ground/api/filter.ts';
import { currentSession, ownId } from '#web/ground/api/session.ts';
import type { ClientRecord } from '#web/practice/clients/queries.ts';

/** The completed form; the price in kopecks. */
type ClientValues = Omit<ClientForm, 'price'> & Partial<Pick<ClientRecord, 'price'>>;

/** Adds a client by hand. */
export async function addClient(attempt: Attempt, values: ClientValues): Promise<ClientRecord> {
  const session = currentSession();
  if (session.status !== 'user') throw new Error('User not authenticated');
  const { reminders, ...typed } = values;
  const update = { ...typed, ...(reminders && { reminders }) };
  const create = { ...update, user: session.user.id, handmade: true, source: CLIENT_SOURCE.byHand };
  return createOnce<ClientRecord>(pb.collection('clients'), { ...attempt, create, update });
}

export function changeClient(
  id: string,
  changes: Partial<ClientValues & Pick<ClientRecord, 'archived'>>,
  silent = false,
): Promise<ClientRecord> {
  return pb.collection('clients').update<ClientRecord>(id, changes, quietly(silent));
}

/** Deletes a client with all sessions; the server does both in one step (CLIENT-06). */
export async function deleteClient(id: string): Promise<void> {
  await pb.collection('clients').delete(id);
}

/** Specification §8: the message of a refusal by a known rule; null for any other failure. */
export function refusalText(error: unknown): string | null {
  if (hasCode(error, 'user', 'client_limit')) return CLIENT_LIMIT_TEXT;
  const twin = hasCode(error, 'name', 'validation_not_unique') || hasCode(error, 'phone', 'validation_not_unique');
  return twin ? CLIENT_TEXT.duplicate : null;
}

/** Returns the archived client that the typed one duplicates; null if there is none. */
export async function findArchivedTwin({ name, phone }: ClientInput): Promise<ClientRecord | null> {
  const words = searchWords(name).map((word) => [word]);
  const own = filled('user = {:user} && archived = true', { user: ownId() });
  const filter = [own, searchFilter('search_text', words)].filter(Boolean).join(' && ');
  const found = await firstRows<ClientRecord>('clients', 100, { filter });
  const key = clientKey(name, phone);
  return found.find((client) => isSamePerson(clientKey(client.name, client.phone), key)) ?? null;
}
