import type { LettersOff } from '#domain/letters/letter.ts';

/** Why no letters go to a client's address, where the practitioner did not choose it. */
export const LETTERS_OFF_TEXT: Record<Exclude<LettersOff, ''>, string> = {
  stopped: 'Клиент отказался от\u00A0писем',
  refused: 'Адрес не\u00A0принимает письма',
};
