import type { MessageKind } from '#domain/messages/blanks.ts';

/** The name of each message template. */
export const MESSAGE_NAMES: Readonly<Record<MessageKind, string>> = {
  reminder: 'Напоминание',
  planned: 'Встреча назначена',
  moved: 'Встреча перенесена',
  link: 'Ссылка для\u00A0переноса и\u00A0отмены',
  place: 'Где встречаемся',
  pay: 'Как оплатить',
};
