import type { Slot } from '#domain/booking/booking.ts';
import { showDayAndTime, showTime } from '#web/ground/format/dates.ts';
import type { HeldSpan } from '#web/practice/sessions/overlap.ts';

const OFFERED = 3;

/** Returns up to three free starts nearest to the requested one, sorted by time. */
export function nearestFree(slots: readonly Slot[], wish: Temporal.Instant): Slot[] {
  const distance = ({ start }: Slot) => Math.abs(Temporal.Instant.from(start).since(wish).total('minutes'));
  return slots
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, OFFERED)
    .toSorted((one, other) => one.start.localeCompare(other.start));
}

/** «Новая заявка: Марина, 10:00–11:00»; '' if only the server knows what takes the time. */
export function showHolder(held: HeldSpan | null, timeZone: string): string {
  if (!held) return '';
  const [from, to] = [held.start, held.end].map((moment) => showTime(moment.toZonedDateTimeISO(timeZone)));
  const what = held.kind === 'request' ? 'Новая заявка' : 'Сессия';
  return `${what}${held.name && `: ${held.name}`}, ${from}–${to}`;
}

/** 'среду, 2 декабря, 09:00', for a sentence with «на». */
export function showMomentOn(moment: Temporal.ZonedDateTime): string {
  return showDayAndTime(moment).replace(/^(\p{L}+)а,/u, '$1у,');
}
