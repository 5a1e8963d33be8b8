/** Format characters, which have no glyph, and two fillers; the signs of numbers in Arabic and Kaithi are seen. */
const INVISIBLE = /(?![\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])[\p{Cf}\u3164\uFFA0]/gu;
const JOINERS = /([\u200C\u200D])[\u200C\u200D]+/g;

/** Scripts in which a joiner changes how a word is written: Persian, the Indic ones and their kin. */
const SCRIPTS = ['Arab', 'Syrc', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh']
  .concat(['Mymr', 'Khmr', 'Tibt'])
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const IN_WORD = `(?=[${SCRIPTS}])[\\p{L}\\p{M}]`;
const WORD_BEFORE = new RegExp(`${IN_WORD}$`, 'u');
const WORD_AFTER = new RegExp(`^${IN_WORD}`, 'u');
/** A mark at the end of a word takes a joiner along, as the Malayalam chillu does. */
const MARK_BEFORE = /(?=[\p{scx=Deva}\p{scx=Beng}\p{scx=Mlym}\p{scx=Sinh}])\p{M}$/u;
const EMOJI_BEFORE = /\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?$/u;
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u;
/** The flags of England, Scotland and Wales are spelled in invisible letters. */
const FLAG_BEFORE = /\u{1F3F4}[\u{E0020}-\u{E007E}]*$/u;
const FLAG_LETTER = /^[\u{E0020}-\u{E007F}]$/u;

/** Longer than anything that decides about a character; so the work grows as the text does. */
const AROUND = 24;

/** More than any field of one line takes. Composing marks takes as long as the square of their number. */
const LONGEST = 1000;

/**
 * A text of one line as its reader sees it: without characters that cannot be seen, those that turn the direction of
 * writing among them, trimmed, in the composed form of Unicode. Joiners stay where a script or an emoji needs them.
 * What is too long for any field comes out trimmed alone.
 */
export function cleanText(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return trimmed;
  for (let before = trimmed; ;) {
    const after = before
      .normalize()
      .replace(JOINERS, '$1')
      .replace(INVISIBLE, (character, at: number, whole: string) => {
        const end = at + character.length;
        const isNeeded = needed(character, whole.slice(Math.max(0, at - AROUND), at), whole.slice(end, end + AROUND));
        return isNeeded ? character : '';
      })
      .trim();
    // What was removed may have stood between two that belong together.
    if (after === before) return after;
    before = after;
  }
}

function needed(character: string, before: string, after: string): boolean {
  if (FLAG_LETTER.test(character)) return FLAG_BEFORE.test(before);
  if (character === '\u200D' && EMOJI_BEFORE.test(before) && EMOJI_AFTER.test(after)) return true;
  if (character !== '\u200C' && character !== '\u200D') return false;
  return MARK_BEFORE.test(before) || (WORD_BEFORE.test(before) && WORD_AFTER.test(after));
}

/** True where `cleanText` leaves nothing, however long the text is. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '').trim() === '';
}

/** True where a reader sees a letter or a digit: a name of signs alone cannot be read out or looked for. */
export function hasLetterOrDigit(text: string): boolean {
  return /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(text);
}
