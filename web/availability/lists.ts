import { filled } from '#web/api/filter.ts';
import { type ListRequest, WHOLE } from '#web/api/list-request.ts';

/** The working hours, by weekday. */
export function hoursList(user: string): ListRequest {
  return {
    collection: 'availability_settings',
    ...WHOLE,
    filter: filled('user = {:user}', { user }),
    sort: 'day_of_week',
    fields: 'id,day_of_week,start_time,end_time,is_available,breaks',
  };
}
