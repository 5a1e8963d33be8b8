import { freeSlotsForPractitioner } from '#domain/availability/free-slots.ts';
import type { FreeSlots } from '#domain/booking/booking.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time/zone.ts';
import { readWeek } from '#server/practice/availability/read-week.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { heldBetween } from '#server/ground/db/held-time.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

interface Wanted {
  date: Temporal.PlainDate;
  /** In minutes. */
  duration: number;
  /** The session being edited, whose own time counts as free; '' for none. */
  except: string;
  now: Temporal.Instant;
}

/** Returns the times of a day that the practitioner can still book (SESSION-10), with at most three queries. */
export async function readFreeSlots(reader: Reader, owner: OwnerId, wanted: Wanted): Promise<FreeSlots> {
  const { date, duration, except, now } = wanted;
  const profile = await reader.selectFrom('profiles').select('time_zone').where('user', '=', owner).executeTakeFirst();
  const timeZone = profile?.time_zone ?? DEFAULT_TIME_ZONE;
  const week = await readWeek(reader, owner);
  const held = await heldBetween(
    reader,
    owner,
    date.toZonedDateTime(timeZone).epochMilliseconds,
    date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
    { source: 'session', sourceId: except },
  );
  return { timeZone, days: freeSlotsForPractitioner({ date, duration, timeZone, week, held, now }) };
}
