/** The endings of names in the net that are written in Cyrillic; any others of a surname's length are none. */
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
/** 'А.П.Чехов' and 'J.Smith'; no ending in the net has two letters of which the first alone is a capital and Cyrillic. */
const INITIAL = /(?<![\p{L}\p{N}.-])(?:\p{Lu}\.)+(?=(?![A-Z][a-z](?![a-z]))\p{Lu}\p{Ll}|\p{Lu}?(?![\p{L}\p{N}]))/gu;
/** Five digits together, or seven with what stands between the digits of phones and cards. */
const NUMBER = String.raw`\+?\(?\p{Nd}(?:[\s().\u2010-\u2015\u2212-]{0,3}\p{Nd}){6,}|\p{Nd}{5,}`;
const FOUND = new RegExp(`${ADDRESS}|${NUMBER}`, 'giu');
const LINKS = new RegExp(ADDRESS, 'giu');

/**
 * Returns a name without what a mail program makes a link of, or a reader would type or call: addresses, names in the
 * net, long numbers. Strangers get it from this installation's sender.
 */
export function withoutAddresses(name: string): string {
  return without(FOUND, name);
}

/** Returns a text without what a mail program makes a link of; its numbers stay. */
export function withoutLinks(text: string): string {
  return without(LINKS, text);
}

function without(found: RegExp, name: string): string {
  const plain = plainly(name);
  const kept: string[] = [];
  // Initials stay as they are: after them a surname looks like the ending of an address.
  const parts = plain.split(INITIAL);
  const initials = plain.match(INITIAL) ?? [];
  for (const [at, part] of parts.entries()) kept.push(part.replaceAll(found, ' '), initials[at] ?? '');
  const rest = kept.join('');
  return rest === plain ? name : rest;
}

export function hasAddress(name: string): boolean {
  return withoutAddresses(name) !== name;
}

/** Wide letters, dots and digits as a mail program reads them. */
function plainly(text: string): string {
  return text.normalize('NFKC').replaceAll(/[。｡․]/gu, '.');
}
