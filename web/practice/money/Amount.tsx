import { printAmount } from '#domain/money/amount.ts';
import { useAmountsHidden } from '#web/practice/money/amounts-hidden.ts';

/** An amount in rubles, or a placeholder if this browser hides amounts (MONEY-06). */
export function Amount({ kopecks }: { kopecks: number }) {
  if (!useAmountsHidden()) return <span className="nowrap">{printAmount(kopecks)}</span>;
  return (
    <span>
      <span aria-hidden>•••</span>
      <span className="visually-hidden">сумма скрыта</span>
    </span>
  );
}
