import { DEFAULT_TIME_ZONE, isTimeZone } from '#domain/time/zone.ts';

/**
 * The zone of the device's clock, even an unusual one; if the device cannot name it, the default zone of a practice.
 */
export function clockZone(): string {
  const name = Temporal.Now.timeZoneId();
  return isTimeZone(name) ? name : DEFAULT_TIME_ZONE;
}
