import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTypedDate } from '#web/ground/format/typed-date.ts';

const today = Temporal.PlainDate.from('2026-11-18');

test('a date is read as people type it', () => {
  for (const text of [
    '18.11.2026',
    '18.11.26',
    '18/11/2026',
    '18 11 2026',
    '18112026',
    '18.11',
    '18.11.',
    '2026-11-18',
    '2026.11.18',
    '18 ноября',
    '18 ноября 2026',
    '18 нояб. 2026 г.',
    '18 Ноябрь',
    '18.11.2026 г.',
  ]) {
    assert.equal(readTypedDate(text, today), '2026-11-18', text);
  }
  assert.equal(readTypedDate('1.3.2027', today), '2027-03-01');
  assert.equal(readTypedDate('1 мая', today), '2026-05-01');
  assert.equal(readTypedDate('1 марта', today), '2026-03-01');
  assert.equal(readTypedDate('31.12.1926', today), '1926-12-31');
});

test('what is no date yet, or never, is none', () => {
  for (const text of [
    '',
    '18',
    '18.11.2',
    '31.02.2026',
    '18.13.2026',
    'завтра',
    '1.2.3.4',
    '31.11.2026',
    '29.02.2027',
    '2026-11-31',
    '01.12.0026',
    '31.12.1925',
    '01.01.2127',
    '31 февраля',
    '1 мартобря',
    '1 маятника',
    '18.11.126',
  ]) {
    assert.equal(readTypedDate(text, today), null, text);
  }
});
