import type { CsvCell } from '#domain/archive/csv.ts';
import { showDay, showInstant } from '#domain/archive/words.ts';
import { cellAmount } from '#domain/money/amount.ts';
import { PAY_WAY_LABEL, type PayWay } from '#domain/money/money.ts';
import { type SessionOutcome, type SessionStatus, statusInWords } from '#domain/sessions/session.ts';

export const MONEY_TABLES = ['payments', 'sessions'] as const;
export type MoneyTable = (typeof MONEY_TABLES)[number];

/** The header lines of the CSV files of a year. */
export const MONEY_HEADS = {
  payments: ['Дата', 'Клиент', 'Сумма', 'Способ', 'Сессия', 'Встреч', 'Чек', 'Примечание'],
  sessions: ['Дата', 'Время', 'Клиент', 'Минут', 'Статус', 'Цена', 'Оплачено'],
} as const satisfies Record<MoneyTable, readonly string[]>;

interface PaymentLine {
  paid_on: string;
  name: string;
  amount: number;
  way: PayWay;
  /** The start of the session that it pays for, as stored; '' for a payment on account. */
  date: string;
  meetings: number;
  receipt: boolean;
  note: string;
}

export function paymentCells(line: PaymentLine, timeZone: string): CsvCell[] {
  return [
    showDay(line.paid_on),
    line.name,
    { sum: cellAmount(line.amount) },
    PAY_WAY_LABEL[line.way],
    showInstant(line.date, { timeZone }),
    line.meetings === 0 ? '' : String(line.meetings),
    line.receipt ? 'да' : 'нет',
    line.note,
  ];
}

interface SessionLine {
  date: string;
  name: string;
  duration: number;
  status: SessionStatus;
  outcome: SessionOutcome;
  price: number | null;
  paid: number;
}

export function sessionCells(line: SessionLine, timeZone: string): CsvCell[] {
  const [day = '', time = ''] = showInstant(line.date, { timeZone }).split(' ');
  return [
    day,
    time,
    line.name,
    String(line.duration),
    statusInWords(line),
    line.price === null ? '' : { sum: cellAmount(line.price) },
    { sum: cellAmount(line.paid) },
  ];
}
