import { queryOptions } from '@tanstack/react-query';
import type { BookingStatus, SameSenders } from '#domain/booking/booking.ts';
import { pb } from '#web/ground/api/client.ts';
import { pageOptions } from '#web/ground/api/lists.ts';
import type { PageQuery } from '#web/ground/api/page-query.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { ownId } from '#web/ground/api/session.ts';
import type { HistorySearch } from '#web/practice/booking/request-search.ts';
import { newRequests, requestHistory } from '#web/practice/booking/lists.ts';

export interface BookingRecord {
  id: string;
  name: string;
  phone: string;
  date: string;
  status: BookingStatus;
  message: SealedText;
  time_zone: string;
  /** '' if the visitor left none. */
  email: string;
  created: string;
  /** Empty when the time is no longer reserved. */
  held_since: string;
  /** True if the visitor withdrew it, in contrast to a rejection. */
  withdrawn: boolean;
  /** The client that its approval matched or created; '' before that. */
  client: string;
}

/** Requests waiting for a decision, newest first. */
export function newRequestsQuery() {
  return pageOptions<BookingRecord>(['booking', 'new'], newRequests(ownId()));
}

/** Ids of waiting requests, grouped by sender. */
export function sameSenderQuery() {
  return queryOptions({
    queryKey: ['booking', 'same-sender'],
    queryFn: async ({ signal }) => (await pb.send<SameSenders>('/api/booking/same-sender', { signal })).groups,
  });
}

/** A page of the requests already decided on that a search finds, by date. */
export function requestHistoryQuery(search: HistorySearch): PageQuery<BookingRecord> {
  const { q, answer } = search;
  return (page) => pageOptions(['booking', 'history', answer, q.trim(), page], requestHistory(ownId(), search, page));
}
