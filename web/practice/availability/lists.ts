import { filled } from '#web/ground/api/filter.ts';
import { type ListRequest, WHOLE } from '#web/ground/api/list-request.ts';

/** The working hours, by the day. */
export function hoursList(user: string): ListRequest {
  return {
    collection: 'availability_settings',
    ...WHOLE,
    sort: 'day_of_week',
    filter: filled('user = {:user}', { user }),
    fields: 'id,day_of_week,start_time,end_time,is_available,breaks',
  };
}
