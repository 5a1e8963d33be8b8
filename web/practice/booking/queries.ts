import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BookingStatus, SameSenders } from '#domain/booking/booking.ts';
import { pb } from '#web/ground/api/client.ts';
import { firstPage, readList, startedList } from '#web/ground/api/lists.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { ownId } from '#web/ground/api/session.ts';
import { newRequests, requestHistory } from '#web/practice/booking/lists.ts';

export interface BookingRecord {
  id: string;
  name: string;
  phone: string;
  date: string;
  status: BookingStatus;
  message: SealedText;
  time_zone: string;
  /** '' where the visitor left none. */
  email: string;
  created: string;
  /** Empty when the time is no longer held. */
  held_since: string;
  /** The visitor took it back: no rejection. */
  withdrawn: boolean;
}

/** Requests waiting for a decision, newest first. */
export function newRequestsQuery() {
  const list = newRequests(ownId());
  return queryOptions({
    queryKey: ['booking', 'new'],
    initialData: () => startedList<BookingRecord>(list),
    queryFn: ({ signal }) => readList<BookingRecord>(list, signal),
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
    initialData: () => firstPage(startedList<BookingRecord>(requestHistory(ownId(), 1))),
    queryFn: ({ pageParam, signal }) => readList<BookingRecord>(requestHistory(ownId(), pageParam), signal),
    getNextPageParam: (last) => (last.page < last.totalPages ? last.page + 1 : null),
  });
}
