import { queryOptions } from '@tanstack/react-query';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { readWholeList, startedAt, startedList, wholeOf } from '#web/api/lists.ts';
import { ownId } from '#web/api/session.ts';
import { hoursList } from '#web/availability/lists.ts';

export interface AvailabilityRecord extends WeekdayHours {
  id: string;
}

export function availabilityQuery() {
  const user = ownId();
  const list = hoursList(user);
  return queryOptions({
    queryKey: ['availability_settings', user],
    initialData: () => wholeOf(startedList<AvailabilityRecord>(list)),
    initialDataUpdatedAt: startedAt,
    queryFn: ({ signal }) => readWholeList<AvailabilityRecord>(list, signal),
  });
}
