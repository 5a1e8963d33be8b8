/** False where PostgreSQL cannot store a text (NUL), or it would come back as another one (half of a pair). */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** Returns a typed or pasted text with a mark in place of each character that cannot be stored: nobody can find one. */
export function storable(text: string): string {
  return isStorable(text) ? text : text.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD');
}
