import { printAmount } from '#domain/money/amount.ts';
import { type MoneyState, PAY_WAY_LABEL, type PayWay } from '#domain/money/money.ts';
import { capital } from '#web/ground/format/dates.ts';
import type { Forms } from '#web/ground/format/plural.ts';

/** 'Наличные' */
export function wayWord(way: PayWay): string {
  return capital(PAY_WAY_LABEL[way]);
}

/** The payment state of a session in words; null if its status already says it. */
export const STATE_WORDS: Readonly<Record<MoneyState, string | null>> = {
  planned: null,
  canceled: null,
  package: 'Из\u00A0пакета',
  waived: 'Без оплаты',
  none: 'Без цены',
  free: 'Бесплатно',
  paid: 'Оплачено',
  part: 'Оплачено частично',
  due: 'Не\u00A0оплачено',
};

export const MEETINGS: Forms = { one: 'встреча', few: 'встречи', many: 'встреч' };

/** The price that applies if a client or a session has none of its own. */
export function usualInWords(price: number | null, hidden: boolean): string {
  if (price === null) return 'без цены';
  if (price === 0) return 'бесплатно';
  return hidden ? 'обычная цена' : printAmount(price);
}
