export const CSV_ENCODINGS = [
  'UTF-8',
  'windows-1251',
  'x-mac-cyrillic',
  'ibm866',
  'koi8-r',
  'UTF-16LE',
  'UTF-16BE',
] as const;

export type CsvEncoding = (typeof CSV_ENCODINGS)[number];

/** Those in which a byte is a character: nothing but the letters tells one from another. */
const BYTE_ENCODINGS = ['windows-1251', 'x-mac-cyrillic', 'ibm866', 'koi8-r'] as const;

/** Enough to judge a file by. */
export const SAMPLE_BYTES = 64 * 1024;

/** What stands for bytes that are no character of the encoding. */
export const BROKEN = '\uFFFD';

/** Valid characters of several bytes for each broken byte, from which on a text is UTF-8 with a fault. */
const BY_FAR = 4;
/** More characters than these say nothing else. */
const ENOUGH = 200_000;

/**
 * Returns the encoding of a text, never throws: by its mark, by the zeros of UTF-16, as UTF-8 where the valid characters
 * outnumber the broken bytes by far, otherwise the one of a byte a character that gives the most likely Russian.
 */
export function findEncoding(bytes: Uint8Array): CsvEncoding {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'UTF-8';
  if (first === 0xff && second === 0xfe) return 'UTF-16LE';
  if (first === 0xfe && second === 0xff) return 'UTF-16BE';
  const zeros = [0, 0] as [number, number];
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  for (let at = 0; at < sample.length; at += 1) if (sample[at] === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  // A Latin letter, a digit and a separator have one zero, each on the same side; Cyrillic letters have none.
  const many = sample.length / 40;
  if (odd > many && odd > 10 * even) return 'UTF-16LE';
  if (even > many && even > 10 * odd) return 'UTF-16BE';
  if (isMostlyUtf8(bytes)) return 'UTF-8';
  const letters = foreignBytes(bytes);
  const likely = BYTE_ENCODINGS.map((encoding) => ({ encoding, score: scoreOf(letters, encoding) }));
  return likely.reduce((best, other) => (other.score > best.score ? other : best)).encoding;
}

function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true;
  let [valid, broken] = [0, 0];
  for (let at = 0; at < bytes.length && valid + broken < ENOUGH;) {
    const length = (bytes[at] ?? 0) < 0x80 ? 1 : lengthAt(bytes, at);
    if (length > 1) valid += 1;
    else if (length === 0) broken += 1;
    at += length || 1;
  }
  return valid > BY_FAR * broken;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The second byte after these is not any: overlong forms, halves of pairs, and what is beyond Unicode. */
const SECOND = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);

/** How many bytes the character takes that begins there and is not ASCII; 0 for none. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  const next = bytes[at + 1] ?? 0;
  const [from = 0x80, to = 0xbf] = SECOND.get(lead) ?? [];
  if (length === 0 || next < from || next > to) return 0;
  for (let rest = 2; rest < length; rest += 1) if (((bytes[at + rest] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** The first bytes that are not ASCII, each word of them apart, however long the Latin text before is. */
function foreignBytes(bytes: Uint8Array): Uint8Array {
  const found: number[] = [];
  for (const byte of bytes) {
    if (byte >= 0x80) found.push(byte);
    else if (found.length > 0 && found.at(-1) !== 0x20) found.push(0x20);
    if (found.length >= SAMPLE_BYTES) break;
  }
  return Uint8Array.from(found);
}

/** How often each letter is met in Russian, of a thousand. */
const FREQUENCY = new Map<string, number>(
  Object.entries(
    'о109е85а80и74н67т63с55р47в45л44к35м32д30п28у26я20ы19ь17г17з17б16ч14й12х10ж9ш7ю6ц5щ4э3ф3ъ1ё5'
      .split(/(?<=\d)(?=\D)/)
      .reduce<Record<string, number>>((all, pair) => ({ ...all, [pair.charAt(0)]: Number(pair.slice(1)) }), {}),
  ),
);
const TYPOGRAPHY = /[«»„“”‘’–—…№•·©®°§´]/;
/** A sign in the place of a word's first letter, or a quote that opens where one goes on. */
const ASTRAY = /[”’»](?=\p{L})|(?<=^|[\s";])[–…•†‡™](?=\p{L})|(?<=\p{L})[«„“‘]/gu;
const [SELDOM, UNLIKELY] = [-2.5, -5];
/** Of the names of columns; a short table has little else to go by. */
const KNOWN = /имя|фамилия|телефон|клиент|контакт|комментари|описание|примечани|заметк|почта/gi;
const KNOWN_SCORE = 10;

/** How likely a text of that encoding is Russian: by its letters, and by the case in which they follow each other. */
function scoreOf(bytes: Uint8Array, encoding: CsvEncoding): number {
  const text = new TextDecoder(encoding).decode(bytes);
  let score = KNOWN_SCORE * (text.match(KNOWN)?.length ?? 0) + UNLIKELY * (text.match(ASTRAY)?.length ?? 0);
  let before = ' ';
  for (const letter of text) {
    const lower = letter.toLowerCase();
    const often = FREQUENCY.get(lower);
    if (often !== undefined) {
      score += Math.log(often / 10);
      const isFall = letter !== lower && FREQUENCY.has(before) && before === before.toLowerCase();
      if (isFall) score += UNLIKELY;
    } else if (/[іїєґў]/i.test(letter)) score += SELDOM;
    else if (!/\s/.test(letter)) score += TYPOGRAPHY.test(letter) ? SELDOM : UNLIKELY;
    before = letter;
  }
  return score;
}
