import { withoutAddresses } from '#domain/letters/addresses.ts';

/** Parts of words that must not be seen by the family or on a lock screen. */
const FORBIDDEN = /психолог|терап|сесси/i;

/** The sender's name where the practitioner's has no other words. */
const NAMELESS = 'Кабинет';

export function saysTooMuch(text: string): boolean {
  return FORBIDDEN.test(text.normalize());
}

/**
 * Returns the first of the names that has words left without those about the occupation and without addresses: 'Анна
 * Петрова, психолог, anna@example.org' becomes 'Анна Петрова'.
 */
export function discreetName(...names: readonly string[]): string {
  for (const name of names) {
    const words = withoutAddresses(name.normalize().replaceAll(/\p{C}/gu, ' '))
      .replaceAll(/["<>@]/gu, ' ')
      .split(/\s+/)
      .filter((word) => !saysTooMuch(word));
    const shown = words
      .join(' ')
      .replaceAll(/^[\s,;:.–—-]+|[\s,;:–—-]+$/gu, '')
      .trim();
    if (/[\p{L}\p{N}]/u.test(shown)) return shown;
  }
  return NAMELESS;
}
