import { printAmount } from '#domain/money/amount.ts';
import type { Pay } from '#domain/money/ask-pay.ts';
import { TextWithLink } from '#web/public/visit-page/TextWithLink.tsx';
import classes from '#web/public/visit-page/VisitCard.module.css';

/** «Как оплатить: 3 500 ₽. Перевод по номеру …» (MONEY-07); the practitioner's lines stay lines. */
export function VisitPay({ pay: { text, link, amount } }: { pay: Pay }) {
  return (
    <p className={classes.pay}>
      Как оплатить:{' '}
      {amount !== null && (
        <>
          <strong className="nowrap">{printAmount(amount)}</strong>.{' '}
        </>
      )}
      <TextWithLink text={text} link={link} between={text === '' ? '' : '\n'} />
    </p>
  );
}
