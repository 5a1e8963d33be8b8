import { CLIENT_LIMITS, CLIENT_TEXT } from '#domain/clients/client.ts';
import { saysTooMuch } from '#domain/letters/discreet.ts';
import { atMost, not } from '#domain/rule.ts';
import { readable } from '#domain/text/readable-text.ts';

/** The rule of the practitioner's phone on a visit's page; '' shows none. */
export const PUBLIC_PHONE_RULE = readable(
  atMost(CLIENT_LIMITS.phoneMax, `Телефон не длиннее ${CLIENT_LIMITS.phoneMax} символов`),
  not((phone) => phone !== '' && phone.length < CLIENT_LIMITS.phoneMin, CLIENT_TEXT.phoneTooShort),
  not(saysTooMuch, 'Телефон увидят и близкие клиента: напишите его без названия занятия'),
);
