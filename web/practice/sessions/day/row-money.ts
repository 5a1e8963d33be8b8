import { lazyPart } from '#web/ground/parts/lazy-part.tsx';

/** What is due of a session in a list; few are still to be paid, and what is due can stand there a moment later. */
export const RowMoney = lazyPart(async () => (await import('#web/practice/money/RowMoney.tsx')).RowMoney, {
  coming: null,
  behind: true,
});
