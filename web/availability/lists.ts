import { filled } from '#web/api/filter.ts';
import { type ListRequest, WHOLE } from '#web/api/list-request.ts';

/** The working hours. Without an order: the server would queue for one that no index gives. */
export function hoursList(user: string): ListRequest {
  return {
    collection: 'availability_settings',
    ...WHOLE,
    filter: filled('user = {:user}', { user }),
    fields: 'id,day_of_week,start_time,end_time,is_available,breaks',
  };
}
