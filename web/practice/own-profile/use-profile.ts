import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isTimeZone } from '#domain/time/zone.ts';
import { clockZone } from '#web/ground/browser/clock-zone.ts';
import { writeTimeZone } from '#web/ground/browser/storage.ts';
import { type ProfileRecord, profileQuery } from '#web/practice/own-profile/queries.ts';

/** The practitioner's profile, for screens of the dashboard, which render once it is loaded. */
export function useProfile(): ProfileRecord {
  return useSuspenseQuery(profileQuery()).data;
}

/** The practitioner's own zone, in which the dashboard shows all times. */
export function useTimeZone(): string {
  const { time_zone: own } = useProfile();
  // New zones appear every few years, so this browser may not know the practitioner's.
  return isTimeZone(own) ? own : clockZone();
}

/**
 * Stores the zone for the inline script in the page, which requests the practice's day before the profile is loaded.
 */
export function useKeptTimeZone(): void {
  const { user } = useProfile();
  const timeZone = useTimeZone();
  useEffect(() => writeTimeZone(user, timeZone), [user, timeZone]);
}
