import { queryOptions } from '@tanstack/react-query';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { readWholeList, startedList, wholeOf } from '#web/ground/api/lists.ts';
import { ownId } from '#web/ground/api/session.ts';
import { hoursList } from '#web/practice/availability/lists.ts';

export interface AvailabilityRecord extends WeekdayHours {
  id: string;
}

export function availabilityQuery() {
  const user = ownId();
  const list = hoursList(user);
  return queryOptions({
    queryKey: ['availability_settings', user],
    initialData: () => wholeOf(startedList<AvailabilityRecord>(list)),
    queryFn: ({ signal }) => readWholeList<AvailabilityRecord>(list, signal),
  });
}
