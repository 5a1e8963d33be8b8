import type { LettersOff } from '#domain/letters/letter.ts';

/** Why no letters are sent to a client's address, if the practitioner did not turn them off. */
export const LETTERS_OFF_TEXT: Record<Exclude<LettersOff, ''>, string> = {
  stopped: 'Клиент отказался от\u00A0писем',
  refused: 'Адрес не\u00A0принимает письма',
};
