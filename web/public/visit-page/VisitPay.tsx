import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { TextWithLink } from '#web/public/visit-page/TextWithLink.tsx';
import classes from '#web/public/visit-page/VisitCard.module.css';

/** «Как оплатить: 3 500 ₽. Перевод по номеру …» (MONEY-07); the practitioner's lines stay lines. */
export function VisitPay({ pay: { text, link, sum } }: { pay: NonNullable<VisitPage['pay']> }) {
  return (
    <p className={classes.pay}>
      Как оплатить:{' '}
      {sum !== '' && (
        <>
          <strong className="nowrap">{sum}</strong>.{' '}
        </>
      )}
      <TextWithLink text={text} link={link} between={text === '' ? '' : '\n'} />
    </p>
  );
}
