import { useSuspenseQuery } from '@tanstack/react-query';
import { isTimeZone } from '#domain/time/zone.ts';
import { type ProfileRecord, profileQuery } from '#web/practice/queries.ts';

/** The practitioner's profile, for screens of the dashboard, which render once it is loaded. */
export function useProfile(): ProfileRecord {
  return useSuspenseQuery(profileQuery()).data;
}

/** The practitioner's own zone, in which the dashboard shows every time. */
export function useTimeZone(): string {
  const { time_zone: own } = useProfile();
  // New zones appear every few years: this browser can be older than the practitioner's.
  return isTimeZone(own) ? own : Temporal.Now.timeZoneId();
}
