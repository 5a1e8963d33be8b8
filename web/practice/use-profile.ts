import { useSuspenseQuery } from '@tanstack/react-query';
import { isTimeZone } from '#domain/time/zone.ts';
import { type ProfileRecord, profileQuery } from '#web/practice/queries.ts';

/** The practitioner's profile, on the screens of the dashboard, which are rendered once it is there. */
export function useProfile(): ProfileRecord {
  return useSuspenseQuery(profileQuery()).data;
}

/** The practitioner's own zone, by which every time of the dashboard is shown. */
export function useTimeZone(): string {
  const { time_zone: own } = useProfile();
  // Zones are added every few years: this browser may be older than the practitioner's.
  return isTimeZone(own) ? own : Temporal.Now.timeZoneId();
}
