import { printAmount } from '#domain/money/amount.ts';
import { MONEY_LIMITS } from '#domain/money/money.ts';
import { PLACE_RULES } from '#domain/places/place-rules.ts';
import { atMost, type Check, type Rule, trim } from '#domain/rule.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';

const REQUIRED = { code: 'validation_required', message: 'Cannot be blank.' };
const NO_DAY = { code: 'validation_invalid_format', message: 'Invalid value format.' };

function between(minimum: number, maximum: number): Check<number>[] {
  return [
    (amount) =>
      amount < minimum ? { code: 'too_small', minimum, text: `Не\u00A0меньше ${printAmount(minimum)}` } : null,
    (amount) =>
      amount > maximum ? { code: 'too_big', maximum, text: `Не\u00A0больше ${printAmount(maximum)}` } : null,
  ];
}

const { priceMax, amountMax, payTextMax, noteMax } = MONEY_LIMITS;

/** The checks of a price, in whole kopecks. */
export const PRICE_CHECKS = between(0, priceMax);
export const AMOUNT_CHECKS: Check<number>[] = [
  (amount) => (amount === 0 ? { code: 'custom', text: 'Введите сумму', params: REQUIRED } : null),
  ...between(-amountMax, amountMax),
];

/** '' means today, or no day. */
const day: Check<string> = (text) =>
  text === '' || readIsoDate(text) ? null : { code: 'custom', text: 'Введите дату', params: NO_DAY };

export const MONEY_RULES = {
  pay_text: { clean: trim, checks: [atMost(payTextMax, `Не\u00A0длиннее ${payTextMax} символов`)] },
  pay_link: PLACE_RULES.link,
  paid_on: { checks: [day] },
  until: { checks: [day] },
  note: { clean: trim, checks: [atMost(noteMax, `Не\u00A0длиннее ${noteMax} символов`)] },
} satisfies Record<string, Rule<string>>;
