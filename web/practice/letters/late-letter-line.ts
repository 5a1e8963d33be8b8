import { lazyPart } from '#web/ground/parts/lazy-part.tsx';

/** `OwnLetterLine` of a question that stands behind a press: screens do without its switch until then. */
export const OwnLetterLine = lazyPart(
  async () => (await import('#web/practice/letters/LetterLine.tsx')).OwnLetterLine,
  { coming: null },
);
