import { DEFAULT_TIME_ZONE, isTimeZone } from '#domain/time/zone.ts';

/** The zone of the device's clock, whatever it is; where the device cannot name one, that of a practice without one. */
export function clockZone(): string {
  const name = Temporal.Now.timeZoneId();
  return isTimeZone(name) ? name : DEFAULT_TIME_ZONE;
}
