import { queryOptions } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { ownId } from '#web/ground/api/session.ts';
import type { LettersOff } from '#domain/letters/letter.ts';
import { tagKey } from '#domain/clients/tags.ts';
import type { ClientForm } from '#domain/clients/client.ts';
import { clientSearchTerms } from '#domain/clients/client-search.ts';
import type { ClientOrder } from '#web/ground/browser/storage.ts';
import type { PageQuery } from '#web/ground/api/page-query.ts';
import type { PricedClient } from '#web/practice/money/priced.ts';
import { countOptions, pageOptions, readWholeList } from '#web/ground/api/lists.ts';
import { clientCount, clientsList, type Counted, taggedClients } from '#web/practice/clients/lists.ts';

/** The fields of a card; only the details load the description. */
export interface ClientCardRecord {
  id: string;
  name: string;
  phone: string;
  archived: boolean;
  /** Why no letters are sent to the client's address although the practitioner did not turn them off. */
  letters_off: LettersOff;
}

/** Encrypted; readable only with the practitioner's key. */
type SealedField = 'description' | 'request' | 'agreement' | 'emergency';

export interface ClientRecord
  extends ClientCardRecord, Omit<ClientForm, SealedField | 'price'>, Record<SealedField, SealedText> {
  /** Whether another client has the same name. */
  namesake: boolean;
  /** Kopecks; null if the usual price applies. */
  price: PricedClient['price'];
  registration_date: string;
  handmade: boolean;
  source: string;
}

/** Which clients a list shows, and in which order. */
export interface ClientListing {
  /** The searched text; empty for every client. */
  q: string;
  archived: boolean;
  /** Only those without a valid consent (CONSENT-04). */
  unagreed: boolean;
  /** Only those with this tag; '' for any. */
  tag?: string;
  order: ClientOrder;
}

/** A page of the clients that match the typed text (CLIENT-02), in or out of the archive (CLIENT-11). */
export function clientsQuery({ q, ...listing }: ClientListing): PageQuery<ClientCardRecord> {
  const terms = clientSearchTerms(q);
  return (page) =>
    pageOptions(['clients', 'list', listing, terms, page], clientsList(ownId(), { tag: '', ...listing, terms }, page));
}

/** All tags of any client, sorted alphabetically. */
export function knownTagsQuery() {
  return queryOptions({
    queryKey: ['clients', 'tags'],
    queryFn: async ({ signal }) => {
      const clients = await readWholeList<Pick<ClientRecord, 'tags'>>(taggedClients(ownId()), signal);
      const tags = new Map(clients.flatMap((client) => client.tags.map((tag) => [tagKey(tag), tag])));
      return [...tags.values()].toSorted((one, other) => one.localeCompare(other, 'ru'));
    },
  });
}

/** The number of clients, independent of the search. */
export function clientCountQuery(which: Counted) {
  return countOptions(['clients', 'count', which], clientCount(ownId(), which));
}

export function clientQuery(id: string) {
  return queryOptions({
    queryKey: ['clients', 'one', id],
    queryFn: ({ signal }) =>
      pb.collection('clients').getOne<ClientRecord>(id, {
        fields:
          'id,name,namesake,phone,archived,description,registration_date,handmade,source,email,time_zone,reminders,letters_off,place,place_link,request,agreement,birth_date,emergency,contact,tags,price,pay_way,updated',
        signal,
      }),
  });
}

/** Refetches the queries that a changed client affects: the clients, and the sessions with their names. */
export function refreshClients(): Promise<void> {
  return readAgain(['clients', 'sessions']);
}
