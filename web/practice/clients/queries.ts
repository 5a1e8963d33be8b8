import { queryOptions } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { ownId } from '#web/ground/api/session.ts';
import type { LettersOff } from '#domain/letters/letter.ts';
import type { ClientForm } from '#domain/clients/client.ts';
import { clientSearchTerms } from '#domain/clients/client-search.ts';
import type { ClientOrder } from '#web/ground/browser/storage.ts';
import type { PageQuery } from '#web/ground/api/page-query.ts';
import { countOptions, pageOptions } from '#web/ground/api/lists.ts';
import { clientCount, clientsList, type Counted } from '#web/practice/clients/lists.ts';

/** The fields of a card; only the details load the description. */
export interface ClientCardRecord {
  id: string;
  name: string;
  phone: string;
  archived: boolean;
  /** Why no letters go to the client's address without the practitioner's choice. */
  letters_off: LettersOff;
}

export interface ClientRecord extends ClientCardRecord, Omit<ClientForm, 'description'> {
  description: SealedText;
  registration_date: string;
  handmade: boolean;
  source: string;
}

/** Which clients a list shows, and in which order. */
export interface ClientListing {
  /** The searched text; empty for every client. */
  q: string;
  archived: boolean;
  /** Only those without a valid agreement (CONSENT-04). */
  unagreed: boolean;
  order: ClientOrder;
}

/** A page of the clients that match the typed text (CLIENT-02), in or out of the archive (CLIENT-11). */
export function clientsQuery({ q, archived, unagreed, order }: ClientListing): PageQuery<ClientCardRecord> {
  const terms = clientSearchTerms(q);
  return (page) =>
    pageOptions(
      ['clients', 'list', archived, unagreed, order, terms, page],
      clientsList(ownId(), { terms, archived, unagreed, order }, page),
    );
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
          'id,name,phone,archived,description,registration_date,handmade,source,email,time_zone,reminders,letters_off,updated',
        signal,
      }),
  });
}

/** Refetches the queries that a changed client affects: the clients, and the sessions with their names. */
export function refreshClients(): Promise<void> {
  return readAgain(['clients', 'sessions']);
}
