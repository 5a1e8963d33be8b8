/** A single date or a range of dates (both ends included) of the practitioner's zone without visitors. */
export interface DayOff {
  from: string;
  to: string;
}

/** Returns what is wrong between two dates; null where nothing is. */
export function dayOffMistake({ from, to }: DayOff): string | null {
  return from <= to ? null : 'Конец раньше начала';
}

export const PROFILE_DEFAULTS = {
  min_notice_minutes: 0,
  max_days_ahead: 180,
  buffer_minutes: 0,
  days_off: [],
} as const;
