/** Cyrillic top-level domains; no other Cyrillic word counts as one, because surnames would. */
const CYRILLIC = 'рф|рус|дети|сайт|онлайн|орг|ком|москва|бел|укр|срб|мкд|мон|бг|ею|католик|қаз|испытание';
const LABEL = String.raw`[\p{L}\p{N}_-]+`;
const END = String.raw`(?![\p{L}\p{N}])`;
const ADDRESS = [
  String.raw`\S*@\S*`,
  String.raw`\S*:\/\/\S*`,
  String.raw`www\.\S+`,
  String.raw`(?:${LABEL}\.)+(?:xn--[a-z0-9-]+|[a-z]{2,24}|${CYRILLIC})${END}\S*`,
  String.raw`(?:\d{1,3}\.){3}\d{1,3}`,
].join('|');
/**
 * Initials, as in 'А.П.Чехов' and 'J.Smith'. A capital and one small Latin letter after the dot are no surname but may
 * be a domain.
 */
const INITIAL = /(?<![\p{L}\p{N}.-])(?:\p{Lu}\.)+(?=(?![A-Z][a-z](?![a-z]))\p{Lu}\p{Ll}|\p{Lu}?(?![\p{L}\p{N}]))/gu;
/** Five digits in a row, or seven with the signs that separate digits of phones and cards. */
const NUMBER = String.raw`\+?\(?\p{Nd}(?:[\s().\u2010-\u2015\u2212-]{0,3}\p{Nd}){6,}|\p{Nd}{5,}`;
const FOUND = new RegExp(`${ADDRESS}|${NUMBER}`, 'giu');
const LINKS = new RegExp(ADDRESS, 'giu');

/**
 * Returns a name without what a mail program turns into a link, and without what a reader could type or call:
 * addresses, domains, long numbers. Strangers choose names that this installation sends in letters.
 */
export function withoutAddresses(name: string): string {
  return without(FOUND, name);
}

/** Returns a text without what a mail program turns into a link; numbers stay. */
export function withoutLinks(text: string): string {
  return without(LINKS, text);
}

function without(found: RegExp, name: string): string {
  const plain = plainly(name);
  const kept: string[] = [];
  // Initials are set aside, because the surname after them looks like a top-level domain.
  const parts = plain.split(INITIAL);
  const initials = plain.match(INITIAL) ?? [];
  for (const [at, part] of parts.entries()) kept.push(part.replaceAll(found, ' '), initials[at] ?? '');
  const rest = kept.join('');
  return rest === plain ? name : rest;
}

export function hasAddress(name: string): boolean {
  return withoutAddresses(name) !== name;
}

/** Normalises wide letters, digits and dots, as mail programs do. */
function plainly(text: string): string {
  return text.normalize('NFKC').replaceAll(/[。｡․]/gu, '.');
}
