import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MONEY_LIMITS, PAY_WAYS } from '#domain/money/money.ts';
import { formOf, NEW_PAYMENT, type PaymentForm, paymentRules, wireOf } from '#web/practice/money/payment-form.ts';
import { completeFields } from '#web/practice/record-form/changed-fields.ts';

const TODAY = Temporal.PlainDate.from('2026-11-29');
const FILLED: PaymentForm = { ...NEW_PAYMENT, client: 'anna', amount: '3 500 ₽', paid_on: '2026-11-29' };
const errorsOf = (part: Partial<PaymentForm>, isNew = true) =>
  Object.fromEntries(
    Object.entries(completeFields(paymentRules(TODAY, isNew), { ...FILLED, ...part }, null).errors).map(
      ([field, text]) => [field, text.replaceAll('\u00A0', ' ')],
    ),
  );

test('MONEY-04 a payment without a client, an amount or a day that has come is told', () => {
  assert.deepEqual(errorsOf({}), {});
  assert.deepEqual(errorsOf({ client: '', amount: '', paid_on: '' }), {
    client: 'Выберите клиента',
    amount: 'Введите сумму',
    paid_on: 'Укажите дату',
  });
  assert.deepEqual(errorsOf({ client: '' }, false), {}, 'of a client who is gone');
  assert.deepEqual(errorsOf({ paid_on: '2026-11-30' }), { paid_on: 'Этот день ещё не наступил' });
  assert.deepEqual(errorsOf({ note: 'я'.repeat(501) }), { note: 'Не длиннее 500 символов' });
});

test('MONEY-05 a package has 1 to 100 meetings, and ends on its first day at the earliest', () => {
  const kind = 'package';
  assert.deepEqual(errorsOf({ kind, meetings: 10, until: '2026-11-29' }), {});
  for (const meetings of [0, 101, '', 'десять']) {
    assert.deepEqual(errorsOf({ kind, meetings }), { meetings: 'Число встреч от 1 до 100' });
    // Not checked for a payment that is no package.
    assert.deepEqual(errorsOf({ meetings }), {});
  }
  assert.deepEqual(errorsOf({ kind, until: '2026-11-28' }), { until: 'Срок не раньше дня оплаты' });
});

test('MONEY-04 a refund is below nothing and on account, a package names no session', () => {
  const typed = { ...FILLED, session: 's1', meetings: 5, until: '2026-12-31' };
  const sent = ({ amount, session, meetings, until }: Record<string, unknown>) => [amount, session, meetings, until];
  assert.deepEqual(sent(wireOf({ ...typed, kind: 'money' })), [350_000, 's1', 0, '']);
  assert.deepEqual(sent(wireOf({ ...typed, kind: 'package' })), [350_000, '', 5, '2026-12-31']);
  assert.deepEqual(sent(wireOf({ ...typed, kind: 'refund' })), [-350_000, '', 0, '']);
});

test('MONEY-04 what is stored comes back from the form as it was', () => {
  const amount = fc.integer({ min: 1, max: MONEY_LIMITS.amountMax });
  const payment = fc
    .record({
      id: fc.constant('p1'),
      client: fc.constant('anna'),
      kind: fc.constantFrom('money', 'named', 'package', 'refund'),
      amount,
      paid_on: fc.constant('2026-11-01'),
      way: fc.constantFrom(...PAY_WAYS),
      meetings: fc.integer({ min: 1, max: 100 }),
      until: fc.constantFrom('', '2026-12-01'),
      receipt: fc.boolean(),
      note: fc.constantFrom('', 'перевела мама'),
    })
    .map(({ kind, ...one }) => ({
      ...one,
      amount: kind === 'refund' ? -one.amount : one.amount,
      session: kind === 'named' ? 's1' : '',
      meetings: kind === 'package' ? one.meetings : 0,
      until: kind === 'package' ? one.until : '',
    }));
  fc.assert(
    fc.property(payment, ({ id, ...stored }) => {
      const form = formOf({ id, ...stored });
      assert.deepEqual(wireOf({ ...NEW_PAYMENT, ...form, note: form.note ?? '' } as PaymentForm), stored);
    }),
  );
});
