import { daySpan } from '#domain/time/day-span.ts';
import type { StoredInstant } from '#domain/time/instant.ts';
import { filled } from '#web/ground/api/filter.ts';
import { type ListRequest, WHOLE } from '#web/ground/api/list-request.ts';
import { type CalendarView, daysOfView } from '#web/practice/calendar/calendar-days.ts';

/** The instants between which the days of a view lie; a day loads with its week. */
export function spanOf(view: CalendarView, date: Temporal.PlainDate, timeZone: string) {
  const days = daysOfView(view === 'day' ? 'week' : view, date);
  return daySpan(days[0] ?? date, days.at(-1) ?? date, timeZone);
}

/** The sessions that begin within a half-open span of stored instants, without their texts. */
export function rangeList(user: string, { from, to }: { from: StoredInstant; to: StoredInstant }): ListRequest {
  return {
    collection: 'sessions',
    ...WHOLE,
    filter: filled('user = {:user} && date >= {:from} && date < {:to}', { user, from, to }),
    sort: 'date',
    expand: 'client',
    fields: 'id,date,duration,status,series,client,expand.client.name,expand.client.email,expand.client.reminders',
  };
}

/** The waiting requests for times within a half-open span. */
export function waitingList(user: string, { from, to }: { from: StoredInstant; to: StoredInstant }): ListRequest {
  return {
    collection: 'booking',
    ...WHOLE,
    filter: filled("user = {:user} && status = 'pending' && date >= {:from} && date < {:to}", { user, from, to }),
    sort: 'date',
    fields: 'id,name,date,held_since',
  };
}
