import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { clockTime, pageUrl, spokenTime } from '#server/ground/mail/letter-parts.ts';
import type { Letter } from '#server/ground/mail/render-letter.ts';
import type { LetterWriters } from '#server/ground/mail/write-letter.ts';

/** Writers of the letters about requests, by kind. */
export const bookingLetters: LetterWriters<'booking-received' | 'booking-withdrawn'> = {
  'booking-received': async (context, ids) => {
    const request = await context.db.read
      .selectFrom('booking')
      .innerJoin('users', 'users.id', 'booking.user')
      .innerJoin('profiles', 'profiles.user', 'booking.user')
      .select(['users.email', 'booking.date', 'booking.time_zone as visitor_zone', 'profiles.time_zone'])
      .where('booking.id', '=', ids.booking)
      .where('booking.status', '=', 'pending')
      .executeTakeFirst();
    if (!request) return null;
    const start = parseStoredInstant(request.date);
    const when = spokenTime(start.toZonedDateTimeISO(request.time_zone));
    const theirs = visitorsTime(start, request);
    const url = pageUrl(context, '/dashboard/online-booking');
    return { to: request.email, letter: bookingReceivedLetter(url, when, theirs) };
  },

  'booking-withdrawn': async (context, ids) => {
    const request = await context.db.read
      .selectFrom('booking')
      .innerJoin('users', 'users.id', 'booking.user')
      .innerJoin('profiles', 'profiles.user', 'booking.user')
      .select(['users.email', 'booking.date', 'profiles.time_zone'])
      .where('booking.id', '=', ids.booking)
      .where('booking.withdrawn', '=', 1)
      .executeTakeFirst();
    if (!request) return null;
    const when = spokenTime(parseStoredInstant(request.date).toZonedDateTimeISO(request.time_zone));
    const letter = {
      subject: 'Посетитель отозвал заявку — Кабинет',
      title: 'Посетитель отозвал заявку',
      paragraphs: [`Заявка была на ${when}. Время снова свободно.`],
      action: { label: 'Открыть заявки', url: pageUrl(context, '/dashboard/online-booking') },
      notes: ['Имя видно только в Кабинете: в письмах мы данные клиентов не пересылаем.'],
    };
    return { to: request.email, letter };
  },
};

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

/**
 * The letter contains the time alone: mail passes through foreign servers and lock screens, so name, phone and message
 * stay behind the sign-in.
 */
function bookingReceivedLetter(url: string, when: string, visitors: string | null): Letter {
  const theirs = visitors === null ? '' : `, у посетителя ${visitors}`;
  return {
    subject: 'Новая заявка на консультацию — Кабинет',
    title: 'Новая заявка на консультацию',
    paragraphs: [`Просят о консультации: ${when} по вашему времени${theirs}.`],
    action: { label: 'Открыть заявки', url },
    notes: ['Имя, телефон и сообщение видны только в Кабинете: в письмах мы данные клиентов не пересылаем.'],
  };
}
