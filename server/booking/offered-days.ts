import { setImmediate as turn } from 'node:timers/promises';
import { freeSlotsForVisitors } from '#domain/availability/free-slots.ts';
import { BOOKING_DURATION, type DaySlots } from '#domain/booking/booking.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { readWeek } from '#server/availability/read-week.ts';
import type { Reader } from '#server/db/database.ts';
import { heldBetween } from '#server/db/held-time.ts';
import type { Row } from '#server/db/schema.ts';
import { visitorRulesOf } from '#server/profiles/stored-profile.ts';
import { ownerId } from '#server/identity/actor.ts';

const MINUTE = 60_000;

/** Worked out at once; others are let in before the next ones. */
const DAYS_AT_ONCE = 14;

/** Whether a start, in the stored form, is one that the page offers. */
export async function isOffered(
  reader: Reader,
  profile: Row<'profiles'>,
  date: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const start = parseStoredInstant(date);
  const day = start.toZonedDateTimeISO(profile.time_zone).toPlainDate();
  const days = await offeredDays(reader, profile, { from: day, to: day }, now);
  return days.some(({ slots }) => slots.some((slot) => Temporal.Instant.from(slot.start).equals(start)));
}

/** What visitors of a practitioner's page may choose on the days `from`–`to`: two queries, however many days. */
export async function offeredDays(
  reader: Reader,
  profile: Row<'profiles'>,
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  now: Temporal.Instant,
): Promise<DaySlots[]> {
  if (!profile.accepting) return daysBetween(from, to).map((date) => ({ date: date.toString(), slots: [] }));
  const owner = ownerId(profile.user);
  const timeZone = profile.time_zone;
  const rules = visitorRulesOf(profile);
  const week = await readWeek(reader, owner);
  const before = rules.bufferMinutes * MINUTE;
  const after = (BOOKING_DURATION + rules.bufferMinutes) * MINUTE;
  const held = await heldBetween(
    reader,
    owner,
    from.toZonedDateTime(timeZone).epochMilliseconds - before,
    to.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds + after,
  );
  const days: DaySlots[] = [];
  for (let first = from; Temporal.PlainDate.compare(first, to) <= 0; first = first.add({ days: DAYS_AT_ONCE })) {
    if (days.length > 0) await turn();
    const last = first.add({ days: DAYS_AT_ONCE - 1 });
    const range = { from: first, to: Temporal.PlainDate.compare(last, to) < 0 ? last : to };
    days.push(...freeSlotsForVisitors({ ...range, timeZone, week, rules, held, now }));
  }
  return days;
}

function daysBetween(from: Temporal.PlainDate, to: Temporal.PlainDate): Temporal.PlainDate[] {
  const { days } = from.until(to, { largestUnit: 'days' });
  return Array.from({ length: days + 1 }, (_, at) => from.add({ days: at }));
}
