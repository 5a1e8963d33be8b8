import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BookingStatus, SameSenders } from '#domain/booking/booking.ts';
import { pb } from '#web/api/client.ts';
import { ownId } from '#web/api/session.ts';

export interface BookingRecord {
  id: string;
  name: string;
  phone: string;
  date: string;
  status: BookingStatus;
  message: string;
  time_zone: string;
  created: string;
  /** Empty when the time is no longer held. */
  held_since: string;
}

const FIELDS = 'id,name,phone,date,status,message,time_zone,created,held_since';
/** A practitioner with more new requests has another problem; the rest follow as these are decided on. */
const NEW_AT_MOST = 100;
const HISTORY_PAGE = 20;

function ofUser(condition: string): string {
  return pb.filter(`user = {:user} && ${condition}`, { user: ownId() });
}

/** Requests waiting for a decision, newest first. */
export function newRequestsQuery() {
  return queryOptions({
    queryKey: ['booking', 'new'],
    queryFn: ({ signal }) =>
      pb.collection('booking').getList<BookingRecord>(1, NEW_AT_MOST, {
        filter: ofUser("status = 'pending'"),
        sort: '-created',
        fields: FIELDS,
        signal,
      }),
  });
}

/** Ids of waiting requests, grouped by sender. */
export function sameSenderQuery() {
  return queryOptions({
    queryKey: ['booking', 'same-sender'],
    queryFn: async ({ signal }) => (await pb.send<SameSenders>('/api/booking/same-sender', { signal })).groups,
  });
}

/** Requests already decided on, by date, page by page. */
export function requestHistoryQuery() {
  return infiniteQueryOptions({
    queryKey: ['booking', 'history'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      pb.collection('booking').getList<BookingRecord>(pageParam, HISTORY_PAGE, {
        filter: ofUser("status != 'pending'"),
        sort: '-date',
        fields: 'id,name,phone,date,status,message',
        signal,
      }),
    getNextPageParam: (last) => (last.page < last.totalPages ? last.page + 1 : null),
  });
}
