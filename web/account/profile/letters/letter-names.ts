import type { ClientLetterKind } from '#domain/letters/letter.ts';

/** What each letter is about, in the order in which a client can get them. */
export const LETTER_NAMES: Readonly<Record<ClientLetterKind, string>> = {
  'session-reminder': 'Напоминание',
  'session-planned': 'Встреча назначена',
  'session-moved': 'Встреча перенесена',
  'session-changed': 'Изменилось место или длительность',
  'session-cancelled': 'Встреча отменена',
  'series-planned': 'Назначено несколько встреч',
  'series-moved': 'Перенесено несколько встреч',
  'request-received': 'Заявка получена',
  'request-approved': 'Заявка подтверждена',
  'request-rejected': 'Заявка отклонена',
};
