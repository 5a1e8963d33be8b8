/** False where PostgreSQL cannot store a text (NUL), or it would come back as another one (half of a pair). */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** Returns a typed or pasted text with a mark in place of each character that cannot be stored: an error would name one that the person cannot see. */
export function storable(text: string): string {
  return isStorable(text) ? text : text.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD');
}

/** More marks on one letter than any script has. Putting them in order takes as long as the square of their number. */
const MARKS_IN_PLENTY = /(\p{M}{31,})/u;

/**
 * Returns a text in a form of Unicode, by default the composed one, in which 'й' is one sign wherever it was typed.
 * Takes time linear in its length: what stands between very many marks is composed alone.
 */
export function composed(text: string, form: 'NFC' | 'NFD' = 'NFC'): string {
  const parts = text.split(MARKS_IN_PLENTY);
  return parts.map((part, at) => (at % 2 === 0 ? part.normalize(form) : part)).join('');
}
