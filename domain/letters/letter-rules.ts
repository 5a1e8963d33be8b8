import { hasAddress } from '#domain/letters/addresses.ts';
import { saysTooMuch } from '#domain/letters/discreet.ts';
import { atMost, not, type Rule } from '#domain/rule.ts';
import { cleanText } from '#domain/text/clean-text.ts';
import { WALL_TIME } from '#domain/time/wall-time.ts';

const SENDER_NAME_MAX = 100;

export const QUIET_TIME_RULE: Rule<string> = {
  checks: [not((time) => !WALL_TIME.test(time), 'Время в\u00A0виде 21:00')],
};

/** The rule of the sender's name in letters to clients. */
export const SENDER_NAME_RULE: Rule<string> = {
  clean: cleanText,
  checks: [
    atMost(SENDER_NAME_MAX, `Не длиннее ${SENDER_NAME_MAX} символов`),
    not((name) => /[\r\n]/.test(name), 'Одной строкой'),
    not(hasAddress, 'Без адресов, сайтов и\u00A0телефонов: в\u00A0письмах уходит только имя'),
    not(saysTooMuch, 'Имя увидят и близкие клиента: напишите его без названия занятия'),
  ],
};
