import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTypedDate } from '#web/ground/format/typed-date.ts';

const today = Temporal.PlainDate.from('2026-11-18');

test('a date is read as people type it', () => {
  for (const text of ['18.11.2026', '18.11.26', '18/11/2026', '18 11 2026', '18112026', '18.11', '18.11.']) {
    assert.equal(readTypedDate(text, today), '2026-11-18', text);
  }
  assert.equal(readTypedDate('1.3.2027', today), '2027-03-01');
});

test('what is no date yet, or never, is none', () => {
  for (const text of ['', '18', '18.11.2', '31.02.2026', '18.13.2026', 'завтра', '1.2.3.4']) {
    assert.equal(readTypedDate(text, today), null, text);
  }
});
