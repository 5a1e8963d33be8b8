import { queryOptions } from '@tanstack/react-query';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { pb } from '#web/api/client.ts';
import { ownId } from '#web/api/session.ts';

export interface AvailabilityRecord extends WeekdayHours {
  id: string;
}

export function availabilityQuery() {
  const user = ownId();
  return queryOptions({
    queryKey: ['availability_settings', user],
    queryFn: ({ signal }) =>
      pb.collection('availability_settings').getFullList<AvailabilityRecord>({
        filter: pb.filter('user = {:user}', { user }),
        sort: 'day_of_week',
        fields: 'id,day_of_week,start_time,end_time,is_available,breaks',
        signal,
      }),
  });
}
