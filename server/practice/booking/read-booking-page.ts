import { type BookingPage, type BookingPageData, type DaySlots, MAX_SLOT_DAYS } from '#domain/booking/booking.ts';
import { freeDays } from '#server/practice/booking/free-days.ts';
import { askedConsent } from '#server/practice/consents/agreements.ts';
import type { Context } from '#server/ground/context.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { preparedQuery } from '#server/ground/db/query.ts';
import { type Decoded, decodeRow } from '#server/ground/db/row-codec.ts';
import type { Row } from '#server/ground/db/schema.ts';

/** The form of every booking link. */
const BOOKING_HASH = /^[\w-]{1,100}$/;

const profileOfHash = preparedQuery<Row<'profiles'>>((db, value) =>
  db.selectFrom('profiles').selectAll().where('booking_hash', '=', value(0)),
);

/** Returns the profile of a booking link, which is case-sensitive. */
export async function findProfileByHash(reader: Reader, hash: string): Promise<Decoded<'profiles'> | undefined> {
  if (!BOOKING_HASH.test(hash)) return undefined;
  const [row] = await profileOfHash(reader, hash);
  return row && decodeRow('profiles', row);
}

/** Returns all that visitors see of a practitioner (PUBLIC-03). */
export async function bookingPageOf(reader: Reader, profile: Decoded<'profiles'>): Promise<BookingPage> {
  return {
    name: profile.name,
    timeZone: profile.time_zone,
    consent: await askedConsent(reader, profile),
    ...(!profile.accepting && { accepting: false }),
    ...(!profile.client_letters && { letters: false }),
  };
}

/**
 * Returns a public page with its free times from today to the end of the next month, or without times where it is
 * closed; null for an unknown link.
 */
export async function readBookingPage(context: Context, hash: string): Promise<BookingPageData | null> {
  const now = context.now();
  const profile = await findProfileByHash(context.db.read, hash);
  if (!profile) return null;
  const reader = context.db.read;
  const page = await bookingPageOf(reader, profile);
  const at = now.epochMilliseconds;
  if (!profile.accepting) return { hash, page, slots: null, at };
  const from = now.toZonedDateTimeISO(profile.time_zone).toPlainDate();
  const nextMonth = from.add({ months: 1 });
  const to = nextMonth.with({ day: nextMonth.daysInMonth });
  const days = await freeDays(reader, profile, { from, to }, now);
  const slots = { timeZone: profile.time_zone, days };
  const lastDay = from.add({ days: profile.max_days_ahead });
  const some = isSomeFree(days) || (await isSomeFreeAfter(reader, profile, { to, lastDay, now }));
  return { hash, page, slots, at, ...(!some && { full: true }) };
}

const isSomeFree = (days: readonly DaySlots[]) => days.some((day) => day.slots.length > 0);

async function isSomeFreeAfter(
  reader: Reader,
  profile: Decoded<'profiles'>,
  { to, lastDay, now }: { to: Temporal.PlainDate; lastDay: Temporal.PlainDate; now: Temporal.Instant },
): Promise<boolean> {
  for (let from = to.add({ days: 1 }); Temporal.PlainDate.compare(from, lastDay) <= 0;) {
    const end = from.add({ days: MAX_SLOT_DAYS - 1 });
    if (isSomeFree(await freeDays(reader, profile, { from, to: end }, now))) return true;
    from = end.add({ days: 1 });
  }
  return false;
}
