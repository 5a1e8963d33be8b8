import { filled } from '#web/ground/api/filter.ts';
import { type ListRequest, WHOLE } from '#web/ground/api/list-request.ts';

/** Every series of the practitioner. Without an order: few, and sorted where they are shown. */
export function seriesList(user: string): ListRequest {
  return {
    collection: 'series',
    ...WHOLE,
    filter: filled('user = {:user}', { user }),
    fields: 'id,client,start,time_zone,every_weeks,until,duration,status,previous',
  };
}

/** What the job that extends series has left out of the days from today on. */
export function skipsList(user: string, today: Temporal.PlainDate): ListRequest {
  const filter = "user = {:user} && (reason = 'taken' || reason = 'day_off') && occurrence >= {:today}";
  return {
    collection: 'series_skips',
    ...WHOLE,
    filter: filled(filter, { user, today: today.toString() }),
    fields: 'id,series,occurrence,reason',
  };
}
