import { printAmount, readAmount } from '#domain/money/amount.ts';
import { MONEY_LIMITS } from '#domain/money/money.ts';
import { type Check, not, type Rule } from '#domain/rule.ts';
import { readAmountsHidden } from '#web/ground/browser/storage.ts';

const NO_AMOUNT = 'Сумма цифрами: 3500 или 3500,50';

/** As a field shows it, '3 500' or '3 500,50'; '' for none. */
export function amountText(kopecks: number | null): string {
  return kopecks === null ? '' : printAmount(kopecks).replace(/.₽$/u, '');
}

/** A typed amount in the words of a form, covered where this browser hides amounts; '' for none (MONEY-06). */
export function coveredPrice(price: string): string {
  return price !== '' && readAmountsHidden() ? '•••' : price;
}

/** Returns the fields with a typed price as it is stored, in kopecks. */
export function withStoredPrice<Form extends { price?: string }>({
  price,
  ...others
}: Form): Omit<Form, 'price'> & { price?: number | null } {
  return price === undefined ? others : { ...others, price: readAmount(price) };
}

/** An amount as it is typed; what reads as the same amount is the same text. */
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

/** What is paid, or given back: the sign is chosen beside it (MONEY-04). */
export const AMOUNT_RULE: Rule<string> = {
  ...PAID,
  checks: [not((text) => text === '', 'Введите сумму'), ...PAID.checks],
};
