import { parseStoredInstant } from '#domain/time/instant.ts';
import { clockTime, spokenTime, spokenTimeFor } from '#domain/time/spoken-time.ts';
import type { Context } from '#server/ground/context.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import type { LetterWriters } from '#server/ground/mail/write-letter.ts';
import { named } from '#server/practice/news/named.ts';

/** Writers of the letters about requests, by kind. Mail passes through foreign servers: phone and message stay here. */
export const bookingLetters: LetterWriters<'booking-received' | 'booking-withdrawn'> = {
  'booking-received': async (context, ids) => {
    const request = await readRequest(context, ids.booking).where('booking.status', '=', 'pending').executeTakeFirst();
    if (!request) return null;
    const start = parseStoredInstant(request.date);
    const when = spokenTime(start.toZonedDateTimeISO(request.time_zone));
    const visitors = visitorsTime(start, request);
    const theirs = visitors === null ? '' : `, у посетителя ${visitors}`;
    const { sentence, note } = named(`Просят о консультации: ${when} по вашему времени${theirs}.`, request);
    const letter = {
      title: 'Новая заявка на консультацию',
      paragraphs: [sentence],
      action: linkTo(context, ids.booking),
      notes: [note],
    };
    return { to: request.email, letter };
  },

  'booking-withdrawn': async (context, ids) => {
    const request = await readRequest(context, ids.booking).where('booking.withdrawn', '=', 1).executeTakeFirst();
    if (!request) return null;
    const when = spokenTimeFor(parseStoredInstant(request.date).toZonedDateTimeISO(request.time_zone));
    const { sentence, note } = named(`Заявка была на ${when}.`, request);
    const letter = {
      title: 'Посетитель отозвал заявку',
      paragraphs: [`${sentence} Время снова свободно.`],
      action: linkTo(context, ids.booking),
      notes: [note],
    };
    return { to: request.email, letter };
  },
};

function readRequest({ db }: Context, id: string) {
  return db.read
    .selectFrom('booking')
    .innerJoin('users', 'users.id', 'booking.user')
    .innerJoin('profiles', 'profiles.user', 'booking.user')
    .select(['users.email', 'booking.date', 'booking.name', 'booking.time_zone as visitor_zone'])
    .select(['profiles.time_zone', 'profiles.names_in_letters'])
    .where('booking.id', '=', id);
}

function linkTo(context: Context, id: string): { label: string; url: string } {
  return { label: 'Открыть заявку', url: pageUrl(context, `/dashboard/online-booking?request=${id}`) };
}

/** Returns the time in the visitor's zone, with the day where that differs; null where both zones show the same. */
function visitorsTime(
  start: Temporal.Instant,
  zones: Pick<Row<'booking'>, 'time_zone'> & { visitor_zone: string },
): string | null {
  if (zones.visitor_zone === '') return null;
  const here = start.toZonedDateTimeISO(zones.time_zone);
  const there = start.toZonedDateTimeISO(zones.visitor_zone);
  if (there.offsetNanoseconds === here.offsetNanoseconds) return null;
  return there.toPlainDate().equals(here.toPlainDate()) ? clockTime(there) : `это ${spokenTime(there)}`;
}
