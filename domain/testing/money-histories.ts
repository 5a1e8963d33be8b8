import fc from 'fast-check';
import type { MoneyPayment, MoneySession, MoneyTerms } from '#domain/money/settle.ts';

export interface MoneyHistory {
  sessions: MoneySession[];
  payments: MoneyPayment[];
  terms: MoneyTerms;
}

const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-03-${String(date).padStart(2, '0')}`);
/** Few, so that refunds, rests and ties come often. */
const kopecks = fc.integer({ min: 1, max: 12 });
const price = fc.oneof({ weight: 3, arbitrary: kopecks }, { weight: 1, arbitrary: fc.constantFrom(null, 0) });

const session = fc.record({
  date: fc.tuple(day, fc.constantFrom('00', '12', '21', '23')).map(([date, hour]) => `${date} ${hour}:30:00.000Z`),
  happened: fc.constantFrom(
    ['completed', ''],
    ['completed', ''],
    ['completed', ''],
    ['scheduled', ''],
    ['reserved', ''],
    ['canceled', 'client'],
    ['canceled', 'late'],
    ['canceled', 'no_show'],
  ),
  price,
  waived: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

const payment = fc
  .record({
    session: fc.option(fc.nat({ max: 9 }), { nil: null }),
    amount: fc.oneof({ weight: 4, arbitrary: kopecks }, { weight: 1, arbitrary: kopecks.map((one) => -one) }),
    paid_on: day,
    created: fc.constantFrom('2026-03-01 08:00:00.000Z', '2026-03-02 08:00:00.000Z'),
    meetings: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
    ),
    until: fc.oneof(fc.constant(''), day),
  })
  .map((one): typeof one => {
    if (one.amount < 0) return { ...one, session: null, meetings: 0, until: '' };
    if (one.meetings > 0) return { ...one, session: null, until: one.until < one.paid_on ? '' : one.until };
    return { ...one, until: '' };
  });

/** Sessions and payments of one client as the record API lets them be stored. */
export const moneyHistories: fc.Arbitrary<MoneyHistory> = fc
  .record({
    sessions: fc.array(session, { maxLength: 10 }),
    payments: fc.array(payment, { maxLength: 8 }),
    usual: price,
    late_paid: fc.boolean(),
    no_show_paid: fc.boolean(),
    time_zone: fc.constantFrom('Europe/Moscow', 'America/St_Johns', 'Pacific/Apia'),
  })
  .map(({ sessions, payments, usual, ...rules }) => {
    const ids = sessions.map((_, at) => `session${String(at).padStart(2, '0')}`);
    return {
      sessions: sessions.map(({ happened, ...one }, at) => {
        const [status, outcome] = happened as [MoneySession['status'], MoneySession['outcome']];
        return { ...one, id: ids[at] ?? '', status, outcome };
      }),
      payments: payments.map((one, at) => ({ ...one, id: `payment${at}`, session: ids[one.session ?? -1] ?? '' })),
      terms: { ...rules, price: usual, today: '2026-03-28' },
    };
  });
