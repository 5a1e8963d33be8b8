import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { askedFor, askedForAll } from '#domain/money/ask-pay.ts';
import type { MoneyPayment, MoneySession } from '#domain/money/settle.ts';
import { moneyHistories } from '#domain/testing/money-histories.ts';

const TERMS = {
  price: 100 as number | null,
  late_paid: false,
  no_show_paid: false,
  time_zone: 'Europe/Moscow',
  today: '2026-03-05',
};
const planned = (id: string, day: string, values: Partial<MoneySession> = {}): MoneySession => ({
  id,
  date: `2026-03-${day} 09:00:00.000Z`,
  status: 'scheduled',
  outcome: '',
  price: null,
  waived: false,
  ...values,
});
const paid = (amount: number, values: Partial<MoneyPayment> = {}): MoneyPayment => ({
  id: 'payment',
  session: '',
  amount,
  paid_on: '2026-03-01',
  created: '',
  meetings: 0,
  until: '',
  ...values,
});

test('MONEY-07 a client is asked for the price of a meeting, and for no debt', () => {
  const held = planned('a', '02', { status: 'completed', price: 70 });
  const asked = (values: Partial<MoneySession>, terms: Partial<typeof TERMS> = {}) =>
    askedFor('b', [held, planned('b', '09', values)], [], { ...TERMS, ...terms });
  assert.deepEqual(asked({}), { amount: 100 });
  assert.deepEqual(asked({ price: 50 }), { amount: 50 });
  assert.equal(asked({ price: 0 }), null);
  assert.equal(asked({ waived: true }), null);
  assert.equal(asked({ status: 'canceled' }), null);
  assert.equal(asked({ status: 'completed', price: 100 }), null);
  assert.deepEqual(asked({}, { price: null }), { amount: null });
  assert.equal(askedFor('x', [held], [], TERMS), null);
});

test('MONEY-07 a meeting that is paid in advance, or of a package, is not asked for', () => {
  const sessions = [planned('a', '07'), planned('b', '09'), planned('c', '10'), planned('d', '11')];
  const asked = (payments: MoneyPayment[]) =>
    sessions.map(({ id }) => askedFor(id, sessions, payments, TERMS)?.amount ?? 0);
  assert.deepEqual(asked([]), [100, 100, 100, 100]);
  assert.deepEqual(asked([paid(150)]), [0, 100, 100, 100], 'wholly, after those before it');
  assert.deepEqual(asked([paid(100, { session: 'c' })]), [100, 100, 0, 100]);
  assert.deepEqual(asked([paid(10, { meetings: 3 })]), [0, 0, 0, 100]);
  assert.deepEqual(asked([paid(10, { meetings: 3, until: '2026-03-09' })]), [0, 0, 100, 100]);
});

test('MONEY-07 of many meetings an amount is asked where it is the same for each that is asked for', () => {
  fc.assert(
    fc.property(moneyHistories, ({ sessions, payments, terms }) => {
      const ids = sessions.map(({ id }) => id);
      const each = ids.flatMap((id) => askedFor(id, sessions, payments, terms) ?? []);
      const [first = null] = each;
      const isSame = each.every(({ amount }) => amount === first?.amount);
      assert.deepEqual(askedForAll(ids, sessions, payments, terms), first && (isSame ? first : { amount: null }));
    }),
    { numRuns: 500 },
  );
});

test('MONEY-07 a series of 520 meetings is settled once for its letter, not once for each of them', () => {
  const day = (at: number) => Temporal.PlainDate.from('2026-03-10').add({ days: 7 * at });
  const series = Array.from({ length: 520 }, (_, at) =>
    planned(`s${at}`, '', { date: `${day(at).toString()} 09:00:00.000Z` }),
  );
  let settled = 0;
  const payments = Object.assign([paid(5)], {
    toSorted: (by: (one: MoneyPayment, other: MoneyPayment) => number) => {
      settled += 1;
      return [paid(5)].toSorted(by);
    },
  });
  const ids = series.map(({ id }) => id);
  assert.deepEqual(askedForAll(ids, series, payments, TERMS), { amount: 100 });
  assert.equal(settled, 1);
});
