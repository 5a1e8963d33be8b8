import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import type { RowMoneyProps } from '#web/practice/money/RowMoney.tsx';

/** What is due of a session in a list; few are still to be paid, and what is due can stand there a moment later. */
export const RowMoney = lazyPart<RowMoneyProps>(
  async () => (await import('#web/practice/money/RowMoney.tsx')).RowMoney,
  { coming: null, behind: true },
);
