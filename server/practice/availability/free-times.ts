import { freeSlotsForVisitors } from '#domain/availability/free-slots.ts';
import type { DaySlots } from '#domain/booking/booking.ts';
import { readWeek } from '#server/practice/availability/read-week.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { heldBetween } from '#server/ground/db/held-time.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { visitorRulesOf } from '#server/practice/profiles/stored-profile.ts';

const MINUTE = 60_000;

/** Both days included. */
interface Days {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
}

/** A session, or null for a new one, with the length that its time has to have. */
interface Planned {
  owner: OwnerId;
  profile: Decoded<'profiles'>;
  session: { id: string } | null;
  duration: number;
}

/** Returns the times that a visitor may have, or to which a session can be moved; the session's own counts as free. */
export async function freeTimes(
  reader: Reader,
  { owner, profile, session, duration }: Planned,
  { from, to }: Days,
  now: Temporal.Instant,
): Promise<DaySlots[]> {
  const rules = visitorRulesOf(profile);
  const timeZone = profile.time_zone;
  const reach = (rules.bufferMinutes + duration) * MINUTE;
  const held = await heldBetween(
    reader,
    owner,
    from.toZonedDateTime(timeZone).epochMilliseconds - reach,
    to.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds + reach,
    { source: 'session', sourceId: session?.id ?? '' },
  );
  const week = await readWeek(reader, owner);
  return freeSlotsForVisitors({ timeZone, rules, week, held, from, to, now, duration });
}

/** Returns whether a visitor may have a start. */
export async function isFreeTime(
  reader: Reader,
  visit: Planned,
  start: Temporal.Instant,
  now: Temporal.Instant,
): Promise<boolean> {
  const day = start.toZonedDateTimeISO(visit.profile.time_zone).toPlainDate();
  const [offered] = await freeTimes(reader, visit, { from: day, to: day }, now);
  return offered?.slots.some((slot) => Temporal.Instant.from(slot.start).equals(start)) ?? false;
}
