import { lazyPart } from '#web/ground/parts/lazy-part.tsx';

/** `OwnLetterLine` for confirmations, loaded on demand, so that screens do not load its switch. */
export const OwnLetterLine = lazyPart(
  async () => (await import('#web/practice/letters/LetterLine.tsx')).OwnLetterLine,
  { coming: null },
);
