import type { Slot } from '#domain/booking/booking.ts';
import { zoneAdjective, zonePlace } from '#web/ground/format/zone-names.ts';
import { showDayAndMonth, showTime } from '#web/ground/format/dates.ts';
import { showHours } from '#web/ground/format/duration.ts';

const NBSP = '\u00A0';

/** IANA names: the practitioner's zone, in which times are shown, and the visitor's to compare it with. */
export interface Zones {
  practitioner: string;
  /** Null when the browser does not report one. */
  visitor: string | null;
}

/** 'у вас 17:00', with the visitor's date if it is another day there; null when both zones show the same time. */
export function visitorTime(slot: Slot, zones: Zones): { time: string; date: string | null } | null {
  if (zones.visitor === null || minutesAhead(slot, zones) === 0) return null;
  const start = Temporal.Instant.from(slot.start);
  const here = start.toZonedDateTimeISO(zones.visitor);
  const there = start.toZonedDateTimeISO(zones.practitioner);
  const sameDay = here.toPlainDate().equals(there.toPlainDate());
  return { time: `у\u00A0вас ${showTime(here)}`, date: sameDay ? null : showDayAndMonth(here.toPlainDate()) };
}

/** 'по московскому времени': the zone of a time; null if the visitor's zone shows the same time. */
export function whoseTime(slot: Slot, zones: Zones): string | null {
  if (zones.visitor !== null && minutesAhead(slot, zones) === 0) return null;
  return timeOf(zones.practitioner);
}

/** One sentence about the times of a day: their zone, and how the visitor's differs. */
export function zoneSentence(slots: readonly Slot[], zones: Zones): string {
  const whose = `П${timeOf(zones.practitioner).slice(1)}`;
  const difference = differenceIn(slots, zones);
  if (difference === null) return whose;
  return `${whose}. У${NBSP}вас ${difference}`;
}

function timeOf(zone: string): string {
  const adjective = zoneAdjective(zone);
  return adjective ? `по${NBSP}${adjective} времени` : `по${NBSP}местному времени (${zonePlace(zone)})`;
}

/** Null when no time differs; a day with a clock change can have two differences. */
function differenceIn(slots: readonly Slot[], zones: Zones): string | null {
  const found = new Set(slots.map((slot) => minutesAhead(slot, zones)));
  const [minutes = 0] = found;
  if (found.size > 1) return 'время другое';
  if (minutes === 0) return null;
  return `на${NBSP}${showHours(Math.abs(minutes))} ${minutes > 0 ? 'больше' : 'меньше'}`;
}

function minutesAhead(slot: Slot, { practitioner, visitor }: Zones): number {
  if (visitor === null) return 0;
  const start = Temporal.Instant.from(slot.start);
  const offset = (zone: string) => start.toZonedDateTimeISO(zone).offsetNanoseconds;
  return Math.round((offset(visitor) - offset(practitioner)) / 60_000_000_000);
}
