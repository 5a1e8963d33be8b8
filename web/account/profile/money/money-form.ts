import { MONEY_RULES } from '#domain/money/money-rules.ts';
import { amountText, coveredPrice, PRICE_RULE } from '#web/practice/money/amount-text.ts';
import type { ProfileRecord } from '#web/practice/own-profile/queries.ts';
import type { FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';
import type { RecordRules } from '#web/practice/record-form/save-record.ts';

type Stored = Pick<ProfileRecord, 'price' | 'late_paid' | 'no_show_paid' | 'pay_text' | 'pay_link' | 'pay_in_letters'>;

/** The money settings for all clients; the price as typed. */
export interface MoneyForm extends Omit<Stored, 'price'> {
  price: string;
}

export const MONEY_WORDS: FormWords<MoneyForm> = {
  price: { what: 'обычная цена', show: ({ price }) => coveredPrice(price) || 'без цены' },
  late_paid: { what: 'поздняя отмена', show: ({ late_paid }) => showPaid(late_paid) },
  no_show_paid: { what: 'неявка', show: ({ no_show_paid }) => showPaid(no_show_paid) },
  pay_text: { what: 'как оплатить', text: true },
  pay_link: { what: 'ссылка для\u00A0оплаты' },
  pay_in_letters: { what: 'оплата в\u00A0письмах', show: ({ pay_in_letters }) => (pay_in_letters ? 'да' : 'нет') },
};

function showPaid(paid: boolean): string {
  return paid ? 'оплачивается' : 'не\u00A0оплачивается';
}

export const FORM_RULES: RecordRules<MoneyForm, ProfileRecord>['rules'] = {
  price: PRICE_RULE,
  pay_text: MONEY_RULES.pay_text,
  pay_link: MONEY_RULES.pay_link,
};

export function moneyForm({ price, late_paid, no_show_paid, pay_text, pay_link, pay_in_letters }: Stored): MoneyForm {
  return { price: amountText(price), late_paid, no_show_paid, pay_text, pay_link, pay_in_letters };
}
