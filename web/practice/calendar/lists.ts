import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import { daySpan } from '#domain/time/day-span.ts';
import { parseStoredInstant, printInstant, type StoredInstant } from '#domain/time/instant.ts';
import { filled } from '#web/ground/api/filter.ts';
import { type ListRequest, WHOLE } from '#web/ground/api/list-request.ts';
import { type CalendarView, daysOfView } from '#web/practice/calendar/calendar-days.ts';

/** The instants between which the days of a view lie; a day loads with its week. */
export function spanOf(view: CalendarView, date: Temporal.PlainDate, timeZone: string) {
  const days = daysOfView(view === 'day' ? 'week' : view, date);
  return daySpan(days[0] ?? date, days.at(-1) ?? date, timeZone);
}

/** The earliest start of something that lasts at most `minutes` and can still run at an instant. */
function reachingInto(from: StoredInstant, minutes: number): StoredInstant {
  return printInstant(parseStoredInstant(from).subtract({ minutes }));
}

/** The sessions that can reach into a half-open span of stored instants, without their texts. */
export function rangeList(user: string, span: { from: StoredInstant; to: StoredInstant }): ListRequest {
  const [from, to] = [reachingInto(span.from, SESSION_DURATION.max), span.to];
  return {
    collection: 'sessions',
    ...WHOLE,
    filter: filled('user = {:user} && date >= {:from} && date < {:to}', { user, from, to }),
    sort: 'date',
    expand: 'client',
    fields:
      'id,date,duration,status,outcome,series,client,expand.client.name,expand.client.namesake,expand.client.phone,expand.client.email,expand.client.reminders',
  };
}

/** The waiting requests for times that can reach into a half-open span. */
export function waitingList(user: string, span: { from: StoredInstant; to: StoredInstant }): ListRequest {
  const [from, to] = [reachingInto(span.from, BOOKING_DURATION), span.to];
  return {
    collection: 'booking',
    ...WHOLE,
    filter: filled("user = {:user} && status = 'pending' && date >= {:from} && date < {:to}", { user, from, to }),
    sort: 'date',
    fields: 'id,name,date,held_since',
  };
}
