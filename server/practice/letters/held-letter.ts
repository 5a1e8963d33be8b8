import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import type { LetterWriters } from '#server/ground/mail/write-letter.ts';
import { areHeld } from '#server/practice/letters/hold-letters.ts';

/** The writer of the letter to a practitioner whose letters to clients are held. */
export const heldLetters: LetterWriters<'letters-held'> = {
  'letters-held': async (context, { user }) => {
    const reader = context.db.read;
    const account = await reader.selectFrom('users').select('email').where('id', '=', user).executeTakeFirst();
    // The operator may have released them meanwhile.
    if (!account || !(await areHeld(reader, user))) return null;
    const letter = {
      title: 'Письма клиентам остановлены',
      paragraphs: [
        'За неделю многие письма вашим клиентам не дошли, потому что таких адресов нет, или получатели отказались от писем. Поэтому новые пока не уходят: они ждут.',
        'Проверьте адреса клиентов и напишите тем, кто ведёт этот Кабинет: они снова разрешат письма. О ближайших встречах и переносах пока сообщайте сами.',
      ],
      action: { label: 'Открыть письма клиентам', url: pageUrl(context, '/dashboard/profile?section=letters') },
      notes: [],
    };
    return { to: account.email, letter };
  },
};
