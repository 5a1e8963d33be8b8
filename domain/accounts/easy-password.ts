import { PASSWORD_LIMITS } from '#domain/accounts/mistakes.ts';
import { fold } from '#domain/text/fold.ts';

/** The letters of one key each, in the order of the keyboard. */
const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

const PRODUCT = ['kabinet', 'кабинет'];

/** A word with more around it than a date is no longer that word. */
const MOST_AROUND = 8;
/** A shorter name may stand in any password. */
const SHORTEST_WORD = 4;

export interface PasswordOwner {
  email: string;
  name: string;
}

/**
 * True for a password that is among the first to be guessed, in either layout of a Russian keyboard: one of `common`
 * (lower case), a few letters repeated, the owner's e-mail or name or the product's name, also with digits around it.
 */
export function isEasyPassword(password: string, owner: PasswordOwner, common: ReadonlySet<string>): boolean {
  const typed = password.normalize('NFC').toLowerCase();
  const repeated = repeatedPart(typed);
  if (repeated.length < PASSWORD_LIMITS.min) return true;
  const words = wordsOf(owner);
  return [typed, inLayout(typed, LATIN, CYRILLIC), inLayout(typed, CYRILLIC, LATIN)].some(
    (spelling) =>
      common.has(spelling) ||
      common.has(spelling.slice(0, repeated.length)) ||
      words.some((word) => isAbout(spelling, word)),
  );
}

/** What a text repeats from its first letter to its last, the last time perhaps in part; all of it where it repeats nothing. */
function repeatedPart(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return part;
  }
  return text;
}

function inLayout(text: string, from: string, to: string): string {
  return text.replace(/./gu, (letter) => to[from.indexOf(letter)] ?? letter);
}

function wordsOf({ email, name }: PasswordOwner): string[] {
  const mailbox = email.slice(0, email.indexOf('@'));
  return [email, mailbox, name, ...mailbox.split(/[^\p{L}]+/u), ...name.split(/\s+/), ...PRODUCT];
}

function isAbout(spelling: string, word: string): boolean {
  const whole = fold(word).replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (whole !== '' && fold(spelling).replaceAll(/[^\p{L}\p{N}]/gu, '') === whole) return true;
  const letters = lettersOf(word);
  return (
    letters.length >= SHORTEST_WORD &&
    lettersOf(spelling) === letters &&
    spelling.length - letters.length <= MOST_AROUND
  );
}

function lettersOf(text: string): string {
  return fold(text).replaceAll(/[^\p{L}]/gu, '');
}
