import { lazyPart } from '#web/ground/parts/lazy-part.tsx';

/** The unpaid amount of a session in a list; loads on demand, because few rows need it. */
export const RowMoney = lazyPart(async () => (await import('#web/practice/money/RowMoney.tsx')).RowMoney, {
  coming: null,
  behind: true,
});
