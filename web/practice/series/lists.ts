import { filled } from '#web/ground/api/filter.ts';
import { type ListRequest, WHOLE } from '#web/ground/api/list-request.ts';

/** Every series of the practitioner. Unsorted, because there are few and the screens sort them. */
export function seriesList(user: string): ListRequest {
  return {
    collection: 'series',
    ...WHOLE,
    filter: filled('user = {:user}', { user }),
    fields: 'id,client,start,time_zone,every_weeks,until,duration,status,previous',
  };
}

/** The dates from today on that the job that extends series has skipped. */
export function skipsList(user: string, today: Temporal.PlainDate): ListRequest {
  const filter = "user = {:user} && (reason = 'taken' || reason = 'day_off') && occurrence >= {:today}";
  return {
    collection: 'series_skips',
    ...WHOLE,
    filter: filled(filter, { user, today: today.toString() }),
    fields: 'id,series,occurrence,reason',
  };
}
