import { parseStoredInstant, type StoredInstant } from '#domain/time/instant.ts';
import { showDayAndTime } from '#web/ground/format/dates.ts';

/** 'среда, 18 ноября, 12:30' */
export function showMoment(date: StoredInstant, timeZone: string): string {
  return showDayAndTime(parseStoredInstant(date).toZonedDateTimeISO(timeZone));
}
