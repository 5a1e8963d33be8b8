import { z } from 'zod';
import { cleanText, hasLetterOrDigit } from '#domain/text/clean-text.ts';

const NO_LETTER = {
  error: 'Нужна хотя бы одна буква или цифра',
  params: { code: 'validation_no_letter_or_digit', message: 'Must have a letter or a digit.' },
};

/** A name, a title or a phone: comes out clean, and is empty or has something that can be read out. */
export const readableText = z
  .string()
  .overwrite(cleanText)
  .refine((text) => text === '' || hasLetterOrDigit(text), NO_LETTER);
