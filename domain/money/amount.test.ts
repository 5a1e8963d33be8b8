import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cellAmount, printAmount, readAmount } from '#domain/money/amount.ts';

test('MONEY-01 amounts are read as people type them, in whole kopecks', () => {
  for (const typed of [
    '3500',
    '3 500',
    '3\u00A0500\u00A0₽',
    ' 3500 ₽ ',
    '3500р',
    '3500 руб.',
    '3500,00',
    '3500.0',
    '3\u202F500 Р.',
  ]) {
    assert.equal(readAmount(typed), 350_000, typed);
  }
  assert.deepEqual(
    ['3500,5', '0,01', '0', '-200', '−200,50', '1 000 000'].map(readAmount),
    [350_050, 1, 0, -20_000, -20_050, 100_000_000],
  );
});

test('MONEY-01 what could mean two sums, or none, is told', () => {
  for (const typed of [
    '',
    '₽',
    '3,500',
    '3.500',
    '35 00',
    '3500,505',
    '3500$',
    '1e3',
    '3500-',
    '- 5',
    'около 3500',
    '٣',
    '9'.repeat(20),
  ]) {
    assert.equal(readAmount(typed), null, typed);
  }
});

test('MONEY-01 a printed amount breaks no line, and reads as what it was', () => {
  assert.equal(printAmount(350_000), '3\u00A0500\u00A0₽');
  assert.equal(printAmount(-20_050), '−200,50\u00A0₽');
  assert.equal(printAmount(100_000_000), '1\u00A0000\u00A0000\u00A0₽');
  assert.equal(printAmount(5), '0,05\u00A0₽');
  assert.deepEqual([350_000, -5, 0].map(cellAmount), ['3500,00', '-0,05', '0,00']);
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (kopecks) => {
      assert.equal(readAmount(printAmount(kopecks)), kopecks);
      assert.equal(readAmount(cellAmount(kopecks)), kopecks);
      assert.doesNotMatch(printAmount(kopecks), / /);
    }),
  );
});
