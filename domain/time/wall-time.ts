/** A time on the clock of the practitioner's zone, 'HH:mm' from 00:00 to 23:59, without date or zone. */
export type WallTime = string;

export const WALL_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Minutes since midnight, 0–1439. Throws a RangeError for what is no wall time. */
export function minutesOf(time: WallTime): number {
  if (!WALL_TIME.test(time)) throw new RangeError('not a wall time');
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** 'HH:mm' of minutes since midnight, 0–1439. */
export function wallTimeOf(minutes: number): WallTime {
  const hours = Math.floor(minutes / 60);
  return `${String(hours).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/**
 * Reads the ways people type a time: '9', '09', '9:30', '9.30', '9 30', '930', '0930'. Returns 'HH:mm', or null for
 * what is no time.
 */
export function readWallTime(text: string): WallTime | null {
  const match = /^(\d{1,2})(?:[:.,\s-]?(\d{2}))?$/.exec(text.trim());
  if (!match) return null;
  const time = `${(match[1] ?? '').padStart(2, '0')}:${match[2] ?? '00'}`;
  return WALL_TIME.test(time) ? time : null;
}
