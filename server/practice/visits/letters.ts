import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import { pageUrl, spokenTime } from '#server/ground/mail/letter-parts.ts';
import type { Letter } from '#server/ground/mail/render-letter.ts';
import type { AddressedLetter, LetterWriters } from '#server/ground/mail/write-letter.ts';

/** Writers of the letters to a practitioner about what a client did with a visit. */
export const visitLetters: LetterWriters<'visit-cancelled' | 'visit-moved'> = {
  'visit-cancelled': (context, { session }) =>
    toPractitioner(context, session, true, (when) => ({
      subject: 'Клиент отменил встречу — Кабинет',
      title: 'Клиент отменил встречу',
      paragraphs: [`Встреча была назначена на ${when}. Время снова свободно.`],
    })),
  'visit-moved': (context, { session }) =>
    toPractitioner(context, session, false, (when) => ({
      subject: 'Клиент перенёс встречу — Кабинет',
      title: 'Клиент перенёс встречу',
      paragraphs: [`Новое время: ${when}.`],
    })),
};

type Words = Pick<Letter, 'subject' | 'title' | 'paragraphs'>;

/** The letter has the time alone: whose visit it is stands behind the sign-in. */
async function toPractitioner(
  context: Context,
  id: string,
  isCancelled: boolean,
  words: (when: string) => Words,
): Promise<AddressedLetter | null> {
  const session = await context.db.read
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user')
    .innerJoin('profiles', 'profiles.user', 'sessions.user')
    .select(['users.email', 'sessions.date', 'sessions.status', 'profiles.time_zone'])
    .where('sessions.id', '=', id)
    .executeTakeFirst();
  if (!session || (session.status === 'canceled') !== isCancelled) return null;
  const when = spokenTime(parseStoredInstant(session.date).toZonedDateTimeISO(session.time_zone));
  const action = { label: 'Открыть календарь', url: pageUrl(context, '/dashboard/calendar') };
  const notes = ['Имя видно только в Кабинете: в письмах мы данные клиентов не пересылаем.'];
  return { to: session.email, letter: { ...words(when), action, notes } };
}
