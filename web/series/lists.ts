import { filled } from '#web/api/filter.ts';
import { type ListRequest, WHOLE } from '#web/api/list-request.ts';

/** Every series of the practitioner. Without an order: few, and sorted where they are shown. */
export function seriesList(user: string): ListRequest {
  return {
    collection: 'series',
    ...WHOLE,
    filter: filled('user = {:user}', { user }),
    fields: 'id,client,start,time_zone,every_weeks,until,duration,status,previous',
  };
}
