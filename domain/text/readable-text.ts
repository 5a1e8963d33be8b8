import type { Check, Rule } from '#domain/rule.ts';
import { cleanText, hasLetterOrDigit } from '#domain/text/clean-text.ts';

const NO_LETTER = {
  code: 'custom',
  text: 'Нужна хотя бы одна буква или цифра',
  params: { code: 'validation_no_letter_or_digit', message: 'Must have a letter or a digit.' },
} as const;

/** Returns the rule of a name, a title or a phone: comes out clean, and is empty or has something that can be read out. */
export function readable(...checks: Check<string>[]): Required<Rule<string>> {
  return {
    clean: cleanText,
    checks: [(text) => (text === '' || hasLetterOrDigit(text) ? null : NO_LETTER), ...checks],
  };
}
