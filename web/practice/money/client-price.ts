import type { PayWay } from '#domain/money/money.ts';
import { coveredPrice } from '#web/practice/money/amount-text.ts';
import { wayWord } from '#web/practice/money/words.ts';
import type { FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';

/** The form fields about a client's money; the price as typed. */
export interface ClientPriceForm {
  price: string;
  pay_way: PayWay | '';
}

export const CLIENT_PRICE_WORDS = {
  price: { what: 'цена', show: ({ price }) => coveredPrice(price) || 'обычная' },
  pay_way: { what: 'способ оплаты', show: ({ pay_way }) => (pay_way === '' ? 'не\u00A0указан' : wayWord(pay_way)) },
} satisfies FormWords<ClientPriceForm>;
