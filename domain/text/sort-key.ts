import { cleanText } from '#domain/text/clean-text.ts';
import { fold } from '#domain/text/fold.ts';

/** By the Russian letter that they follow: Belarusian, Kazakh, Serbian, Ukrainian and others. */
const BEHIND: Readonly<Record<string, string>> = {
  а: 'ә',
  г: 'ѓґғ',
  д: 'ђ',
  е: 'є',
  з: 'ѕ',
  и: 'ії',
  й: 'ј',
  к: 'қќ',
  л: 'љ',
  н: 'ңњ',
  о: 'ө',
  т: 'ћ',
  у: 'ўұү',
  х: 'һ',
  ч: 'џ',
};

/** Behind every letter, so that 'ґ' stands behind all that begins with 'г'. */
const FIRST_BEHIND = 0xe000;

const PLACES = new Map(
  Object.entries(BEHIND).flatMap(([letter, others]) =>
    Array.from(others, (other, at) => [other, letter + String.fromCodePoint(FIRST_BEHIND + at)]),
  ),
);
const MOVED = new RegExp(`[${[...PLACES.keys()].join('')}]`, 'g');

/**
 * Returns the text by which a name takes its place in an alphabetical list: compared by code point, as both engines
 * do, it gives the order of a Russian dictionary, with ё beside е, the letters of neighbours behind the ones that they
 * are like, and Latin names before Cyrillic ones. Case, quotation marks and brackets decide only between names that
 * are otherwise the same.
 */
export function sortKey(name: string): string {
  const letters = fold(cleanText(name))
    .replace(/["()[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return `${letters.replace(MOVED, (letter) => PLACES.get(letter) ?? letter)}\u0001${cleanText(name)}`;
}
