import { readAmount } from '#domain/money/amount.ts';
import { MONEY_RULES } from '#domain/money/money-rules.ts';
import { MONEY_LIMITS, PAY_WAYS, type PayWay, USUAL_WAY } from '#domain/money/money.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { NO_SUCH_DATE } from '#web/ground/format/typed-date.ts';
import { AMOUNT_RULE, amountText, coveredPrice } from '#web/practice/money/amount-text.ts';
import type { PaymentRecord } from '#web/practice/money/queries.ts';
import { wayWord } from '#web/practice/money/words.ts';
import { type Completion, isLike, type Loaded } from '#web/practice/record-form/changed-fields.ts';
import type { FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';

export const PAYMENT_KINDS = ['money', 'package', 'refund'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const KIND_LABEL: Readonly<Record<PaymentKind, string>> = {
  money: 'Оплата',
  package: 'Пакет',
  refund: 'Возврат',
};

export interface PaymentForm {
  client: string;
  kind: PaymentKind;
  /** Rubles as typed, without a sign. */
  amount: string;
  paid_on: string;
  way: PayWay;
  /** Only for money; '' for a payment on account. */
  session: string;
  /** Only for a package. */
  meetings: number | string;
  /** Only for a package; '' if it has no end. */
  until: string;
  receipt: boolean;
  note: string;
}

export const NEW_PAYMENT: PaymentForm = {
  client: '',
  kind: 'money',
  amount: '',
  paid_on: '',
  way: USUAL_WAY,
  session: '',
  meetings: 10,
  until: '',
  receipt: false,
  note: '',
};

const isLikeNew = isLike(NEW_PAYMENT);

export function isTypedPayment(value: unknown): value is Partial<PaymentForm> {
  return (
    isLikeNew(value) &&
    PAYMENT_KINDS.includes(value.kind ?? NEW_PAYMENT.kind) &&
    PAY_WAYS.includes(value.way ?? NEW_PAYMENT.way)
  );
}

export const PAYMENT_WORDS: FormWords<PaymentForm> = {
  kind: { what: 'вид', show: ({ kind }) => KIND_LABEL[kind] },
  amount: { what: 'сумма', show: ({ amount }) => `${coveredPrice(amount)}\u00A0₽` },
  paid_on: { what: 'дата', show: ({ paid_on }) => showDate(Temporal.PlainDate.from(paid_on)) },
  way: { what: 'способ', show: ({ way }) => wayWord(way) },
  session: { what: 'за\u00A0что', show: ({ session }) => (session === '' ? 'на\u00A0счёт' : 'за\u00A0сессию') },
  meetings: { what: 'число встреч' },
  until: { what: 'срок пакета', show: ({ until }) => (until ? showDate(Temporal.PlainDate.from(until)) : 'без срока') },
  receipt: { what: 'чек', show: ({ receipt }) => (receipt ? 'выдан' : 'не\u00A0выдан') },
  note: { what: 'примечание', text: true },
};

/** The rules for a payment, given the practitioner's `today`; the client of a stored payment may have been deleted. */
export function paymentRules(
  today: Temporal.PlainDate,
  isNew: boolean,
): Pick<Completion<PaymentForm>, 'rules' | 'between'> {
  return {
    rules: {
      amount: AMOUNT_RULE,
      note: MONEY_RULES.note,
    },
    between: ({ client, kind, paid_on, meetings, until }) => ({
      client: isNew && client === '' ? 'Выберите клиента' : null,
      paid_on: dayMistake(paid_on, today),
      meetings: kind === 'package' ? meetingsMistake(meetings) : null,
      until: kind === 'package' ? untilMistake(until, paid_on) : null,
    }),
  };
}

function dayMistake(day: string, today: Temporal.PlainDate): string | null {
  const date = readIsoDate(day);
  if (!date) return day === '' ? 'Укажите дату' : NO_SUCH_DATE;
  return Temporal.PlainDate.compare(date, today) > 0 ? 'Этот день ещё не\u00A0наступил' : null;
}

function meetingsMistake(meetings: number | string): string | null {
  const isCount = Number.isInteger(meetings) && Number(meetings) >= 1 && Number(meetings) <= MONEY_LIMITS.meetingsMax;
  return isCount ? null : `Число встреч от\u00A01 до\u00A0${MONEY_LIMITS.meetingsMax}`;
}

function untilMistake(until: string, paid: string): string | null {
  if (until === '') return null;
  if (!readIsoDate(until)) return NO_SUCH_DATE;
  return readIsoDate(paid) && until < paid ? 'Срок не\u00A0раньше дня оплаты' : null;
}

/** The request body for a valid form. */
export function wireOf({ kind, amount, session, meetings, until, ...form }: PaymentForm): Record<string, unknown> {
  const kopecks = readAmount(amount) ?? 0;
  return {
    ...form,
    amount: kind === 'refund' ? -kopecks : kopecks,
    session: kind === 'money' ? session : '',
    meetings: kind === 'package' ? meetings : 0,
    until: kind === 'package' ? until : '',
  };
}

export function formOf(payment: PaymentRecord): Loaded<PaymentForm> {
  const { client, amount, paid_on, way, session, meetings, until, receipt, note } = payment;
  return {
    client,
    kind: amount < 0 ? 'refund' : meetings > 0 ? 'package' : 'money',
    amount: amountText(Math.abs(amount)),
    paid_on,
    way,
    session,
    meetings: meetings || NEW_PAYMENT.meetings,
    until,
    receipt,
    note,
  };
}
