import type { ClientLetterKind } from '#domain/letters/letter.ts';

/** What each letter is about, in the order in which a client can get them. */
export const LETTER_NAMES: Readonly<Record<ClientLetterKind, string>> = {
  'session-reminder': 'Напоминание',
  'session-planned': 'Встреча назначена',
  'session-moved': 'Встреча перенесена',
  'session-cancelled': 'Встреча отменена',
  'series-planned': 'Назначено несколько встреч',
  'request-received': 'Заявка получена',
  'request-approved': 'Заявка подтверждена',
  'request-rejected': 'Заявка отклонена',
};
