import { queryOptions } from '@tanstack/react-query';
import type { StoredInstant } from '#domain/time/instant.ts';
import { printInstant } from '#domain/time/instant.ts';
import { pb } from '#web/ground/api/client.ts';
import { firstRow } from '#web/ground/api/first-rows.ts';
import { queryClient } from '#web/ground/api/query-client.ts';
import { makeVisitLink } from '#web/practice/messages/visit-links.ts';
import type { ClientPlaceRecord } from '#web/practice/places/place-words.ts';
import { readClock } from '#web/ground/browser/clock.ts';

/** The client's fields that messages use. */
export interface Recipient extends ClientPlaceRecord {
  name: string;
  phone: string;
  email: string;
  time_zone: string;
  price: number | null;
}

export function recipientQuery(client: string) {
  return queryOptions({
    queryKey: ['clients', 'message', client],
    queryFn: ({ signal }) =>
      pb
        .collection('clients')
        .getOne<Recipient>(client, { fields: 'name,phone,email,time_zone,place,place_link,price', signal }),
  });
}

/** Which meeting of a client a message is about: by id, by start, or the next one. */
export type AboutMeeting = { id: string } | { at: StoredInstant } | 'next';

/** The meeting's fields that messages use; its texts are not read. */
export interface Meeting {
  id: string;
  date: StoredInstant;
  place: string;
  duration: number;
  status: string;
  /** How often the client moved it by their link. */
  moves: number;
  price: number | null;
  waived: boolean;
}

/** The meeting if it is planned; otherwise null. */
export function meetingQuery(client: string, about: AboutMeeting) {
  return queryOptions({
    queryKey: ['sessions', 'message', client, about],
    queryFn: ({ signal }) => {
      const wanted =
        about === 'next'
          ? pb.filter('date > {:now}', { now: printInstant(readClock()) })
          : 'id' in about
            ? pb.filter('id = {:id}', about)
            : pb.filter('date = {:at}', about);
      return firstRow<Meeting>('sessions', {
        filter: `${pb.filter('client = {:client}', { client })} && ${wanted} && (status = 'scheduled' || status = 'reserved')`,
        sort: 'date',
        fields: 'id,date,place,duration,status,moves,price,waived',
        signal,
      });
    },
  });
}

const linkKey = (session: string) => ['visit-link', session];

/** The link of a meeting for messages; the same one as long as this page lives. */
export function messageLinkQuery(session: string) {
  const queryKey = linkKey(session);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => queryClient.getQueryData<string>(queryKey) ?? (await makeVisitLink(session, signal)),
  });
}

/** Removes a revoked link from the cache, so that no further message contains it. */
export function forgetMessageLink(session: string): void {
  queryClient.removeQueries({ queryKey: linkKey(session) });
}
