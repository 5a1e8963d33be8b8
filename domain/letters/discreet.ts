import { withoutAddresses } from '#domain/letters/addresses.ts';

/** Words that a family or a lock screen should not read, as the stems that they begin with or contain. */
const FORBIDDEN = /психолог|терап|сесси/i;

/** The sender of a practitioner whose name is made of nothing else. */
const NAMELESS = 'Кабинет';

export function saysTooMuch(text: string): boolean {
  return FORBIDDEN.test(text.normalize());
}

/**
 * Returns the first of the names that says nothing of the occupation, and leads nowhere, once the words that do are left
 * out: 'Анна Петрова, психолог, anna@example.org' becomes 'Анна Петрова'.
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
