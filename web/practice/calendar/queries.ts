import { keepPreviousData } from '@tanstack/react-query';
import type { StoredInstant } from '#domain/time/instant.ts';
import { wholeListOptions } from '#web/ground/api/lists.ts';
import { ownId } from '#web/ground/api/session.ts';
import type { CalendarRequest } from '#web/practice/calendar/calendar-entries.ts';
import { rangeList, waitingList } from '#web/practice/calendar/lists.ts';
import type { CalendarSession } from '#web/practice/calendar/sessions-by-day.ts';

/** The key prefix of every loaded range. */
export const RANGES = ['sessions', 'range'] as const;

/** The sessions that can reach into a half-open span of stored instants, without their texts. */
export function rangeQuery(span: { from: StoredInstant; to: StoredInstant }) {
  const key = [...RANGES, span.from, span.to];
  return { ...wholeListOptions<CalendarSession>(key, rangeList(ownId(), span)), placeholderData: keepPreviousData };
}

/** The waiting requests that can reach into a half-open span, including those whose time is no longer reserved. */
export function waitingQuery(span: { from: StoredInstant; to: StoredInstant }) {
  const key = ['booking', 'range', span.from, span.to];
  return { ...wholeListOptions<CalendarRequest>(key, waitingList(ownId(), span)), placeholderData: keepPreviousData };
}
