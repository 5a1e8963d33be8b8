import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { wholeListOptions } from '#web/ground/api/lists.ts';
import { ownId } from '#web/ground/api/session.ts';
import { hoursList } from '#web/practice/availability/lists.ts';

export interface AvailabilityRecord extends WeekdayHours {
  id: string;
}

export function availabilityQuery() {
  const user = ownId();
  return wholeListOptions<AvailabilityRecord>(['availability_settings', user], hoursList(user));
}
