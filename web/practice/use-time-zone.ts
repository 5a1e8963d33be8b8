import { useQuery } from '@tanstack/react-query';
import { isTimeZone } from '#domain/time/zone.ts';
import { profileQuery } from '#web/practice/queries.ts';

/** The practitioner's own zone, by which every time of the dashboard is shown; the browser's until it is known. */
export function useTimeZone(): string {
  const { data } = useQuery(profileQuery());
  const own = data?.time_zone ?? '';
  return own && isTimeZone(own) ? own : Temporal.Now.timeZoneId();
}
