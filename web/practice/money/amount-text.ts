import { printAmount, readAmount } from '#domain/money/amount.ts';
import { MONEY_LIMITS } from '#domain/money/money.ts';
import { type Check, not, type Rule } from '#domain/rule.ts';
import { readAmountsHidden } from '#web/ground/browser/storage.ts';

const NO_AMOUNT = 'Сумма цифрами: 3500 или 3500,50';

/** Formatted for a field, '3 500' or '3 500,50'; '' for none. */
export function amountText(kopecks: number | null): string {
  return kopecks === null ? '' : printAmount(kopecks).replace(/.₽$/u, '');
}

/** A typed amount for display, masked if this browser hides amounts; '' for none (MONEY-06). */
export function coveredPrice(price: string): string {
  return price !== '' && readAmountsHidden() ? '•••' : price;
}

/** Returns the fields with the typed price converted to kopecks. */
export function withStoredPrice<Form extends { price?: string }>({
  price,
  ...others
}: Form): Omit<Form, 'price'> & { price?: number | null } {
  return price === undefined ? others : { ...others, price: readAmount(price) };
}

/** A rule for a typed amount; normalises different spellings of the same amount. */
function amount(...checks: Check<number>[]): Rule<string> {
  return {
    clean: (text) => {
      const kopecks = readAmount(text);
      return kopecks === null ? text.trim() : amountText(kopecks);
    },
    checks: [
      not((text) => text !== '' && readAmount(text) === null, NO_AMOUNT),
      ...checks.map(
        (check): Check<string> =>
          (text) =>
            text === '' ? null : check(readAmount(text) ?? 0),
      ),
    ],
  };
}

const notOver = (max: number) => not<number>((kopecks) => kopecks > max, `Не\u00A0больше ${printAmount(max)}`);

/** A price; '' for none, 0 for free (MONEY-01). */
export const PRICE_RULE = amount(
  not((kopecks) => kopecks < 0, 'Цена не\u00A0бывает меньше нуля'),
  notOver(MONEY_LIMITS.priceMax),
);

const PAID = amount(
  not((kopecks) => kopecks <= 0, 'Сумма больше нуля'),
  notOver(MONEY_LIMITS.amountMax),
);

/** A payment or refund, without sign: the kind decides the sign (MONEY-04). */
export const AMOUNT_RULE: Rule<string> = {
  ...PAID,
  checks: [not((text) => text === '', 'Введите сумму'), ...PAID.checks],
};
