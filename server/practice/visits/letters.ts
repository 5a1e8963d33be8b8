import { parseStoredInstant } from '#domain/time/instant.ts';
import { spokenMove, spokenTimeFor } from '#domain/time/spoken-time.ts';
import type { Context } from '#server/ground/context.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import type { AddressedLetter, LetterWriters } from '#server/ground/mail/write-letter.ts';
import { named } from '#server/practice/news/named.ts';

/** The writers of letters to a practitioner about what a client did with a visit. */
export const visitLetters: LetterWriters<'visit-cancelled' | 'visit-moved'> = {
  'visit-cancelled': (context, { news }) => toPractitioner(context, news, true),
  'visit-moved': (context, { news }) => toPractitioner(context, news, false),
};

/** Takes the times from the news, because the session may have been moved again since. */
async function toPractitioner(context: Context, id: string, isCancelled: boolean): Promise<AddressedLetter | null> {
  const told = await context.db.read
    .selectFrom('news')
    .innerJoin('users', 'users.id', 'news.user')
    .innerJoin('profiles', 'profiles.user', 'news.user')
    .innerJoin('sessions', 'sessions.id', 'news.session')
    .leftJoin('clients', 'clients.id', 'news.client')
    .select(['users.email', 'news.before', 'news.after', 'sessions.id as session', 'sessions.status'])
    .select(['profiles.time_zone', 'profiles.names_in_letters', 'clients.name'])
    .where('news.id', '=', id)
    .executeTakeFirst();
  if (!told?.before || (told.status === 'canceled') !== isCancelled) return null;
  const local = (time: string) => parseStoredInstant(time).toZonedDateTimeISO(told.time_zone);
  const before = local(told.before);
  const what = told.after ? spokenMove(before, local(told.after)) : `была назначена на ${spokenTimeFor(before)}`;
  const { sentence, note } = named(`Встреча ${what}.`, told);
  const title = isCancelled ? 'Клиент отменил встречу' : 'Клиент перенёс встречу';
  const url = pageUrl(context, `/dashboard/sessions?session=${told.session}`);
  const letter = {
    title,
    paragraphs: [isCancelled ? `${sentence} Время снова свободно.` : sentence],
    action: { label: 'Открыть сессию', url },
    notes: [note],
  };
  return { to: told.email, letter };
}
