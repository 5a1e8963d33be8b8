/** A time on the clock of the practitioner's zone, 'HH:mm' from 00:00 to 23:59, without date or zone. */
export type WallTime = string;

export const WALL_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** The end of a day, as hours and breaks may end. */
const MIDNIGHT = '24:00';
/** A wall time, or the end of the day. */
export const WALL_END = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** Minutes since midnight, 0–1440. Throws a RangeError for what is neither a wall time nor the end of a day. */
export function minutesOf(time: WallTime): number {
  if (!WALL_END.test(time)) throw new RangeError('not a wall time');
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** 'HH:mm' of minutes since midnight, 0–1440. */
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

/** The same for the end of hours or a break: '24', '24:00' and midnight, '0' or '00:00', are the end of the day. */
export function readWallEnd(text: string): WallTime | null {
  if (/^24(?:[:.,\s-]?00)?$/.test(text.trim())) return MIDNIGHT;
  const time = readWallTime(text);
  return time === '00:00' ? MIDNIGHT : time;
}
