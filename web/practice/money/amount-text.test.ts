import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readAmount } from '#domain/money/amount.ts';
import { MONEY_LIMITS } from '#domain/money/money.ts';
import { mistakeIn } from '#domain/rule.ts';
import { AMOUNT_RULE, amountText, PRICE_RULE } from '#web/practice/money/amount-text.ts';

const plain = (text: string | null) => text?.replaceAll('\u00A0', ' ') ?? null;

test('MONEY-01 a price is typed as people write it, and everything else is told', () => {
  for (const [typed, clean] of [
    ['3500', '3 500'],
    ['3 500 ₽', '3 500'],
    ['3500,50', '3 500,50'],
    ['3500.5', '3 500,50'],
    ['0,01', '0,01'],
    ['0', '0'],
    ['1 000 000', '1 000 000'],
    ['', ''],
  ] as const) {
    assert.equal(plain(PRICE_RULE.clean?.(typed) ?? ''), clean, typed);
    assert.equal(mistakeIn(PRICE_RULE, typed), null, typed);
  }
  for (const typed of ['три тысячи', '3500 $', '3,500,00', '35 00', '3500,505', '1e5', 'NaN'])
    assert.equal(plain(mistakeIn(PRICE_RULE, typed)), 'Сумма цифрами: 3500 или 3500,50', typed);
  assert.equal(plain(mistakeIn(PRICE_RULE, '-1')), 'Цена не бывает меньше нуля');
  assert.equal(plain(mistakeIn(PRICE_RULE, '1 000 000,01')), 'Не больше 1 000 000 ₽');
});

test('MONEY-04 a payment has an amount above nothing', () => {
  assert.equal(plain(mistakeIn(AMOUNT_RULE, '')), 'Введите сумму');
  assert.equal(plain(mistakeIn(AMOUNT_RULE, '0')), 'Сумма больше нуля');
  assert.equal(mistakeIn(AMOUNT_RULE, '0,01'), null);
  assert.equal(plain(mistakeIn(AMOUNT_RULE, '1 000 000,01')), 'Не больше 1 000 000 ₽');
});

test('MONEY-01 what a field shows of a stored amount reads as that amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: -MONEY_LIMITS.amountMax, max: MONEY_LIMITS.amountMax }), (kopecks) => {
      assert.equal(readAmount(amountText(kopecks)), kopecks);
    }),
  );
  assert.equal(amountText(null), '');
});
