/** False where PostgreSQL cannot store a text (NUL), or it would come back as another one (half of a pair). */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
