import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseStoredInstant, printEpochMilliseconds, printInstant, readInstant } from '#domain/time/instant.ts';

const FIRST = Temporal.Instant.from('0001-01-01T00:00:00Z').epochMilliseconds;
const LAST = Temporal.Instant.from('9999-12-31T23:59:59.999Z').epochMilliseconds;
const milliseconds = fc.integer({ min: FIRST, max: LAST });

test('API-02 an instant is printed in UTC with a space and three digits', () => {
  assert.equal(printInstant(Temporal.Instant.from('2026-11-23T09:00:00+03:00')), '2026-11-23 06:00:00.000Z');
});

test('what is finer than a millisecond is cut off, never rounded up', () => {
  assert.equal(printInstant(Temporal.Instant.from('2026-12-31T23:59:59.999999999Z')), '2026-12-31 23:59:59.999Z');
  assert.equal(printInstant(Temporal.Instant.from('1969-12-31T23:59:59.9995Z')), '1969-12-31 23:59:59.999Z');
});

test('printing and parsing are each other’s inverse', () => {
  fc.assert(
    fc.property(milliseconds, (instant) => {
      const text = printEpochMilliseconds(instant);
      assert.equal(text.length, 24);
      assert.equal(parseStoredInstant(text).epochMilliseconds, instant);
      assert.equal(readInstant(text)?.epochMilliseconds, instant);
    }),
  );
});

test('comparing stored texts compares instants', () => {
  fc.assert(
    fc.property(milliseconds, milliseconds, (a, b) => {
      assert.equal(printEpochMilliseconds(a) < printEpochMilliseconds(b), a < b);
    }),
  );
});

test('parsing what is stored refuses every other form', () => {
  for (const text of [
    '',
    '2026-11-23',
    '2026-11-23T06:00:00.000Z',
    '2026-11-23 06:00:00Z',
    '2026-13-01 00:00:00.000Z',
  ]) {
    assert.throws(() => parseStoredInstant(text), RangeError, text);
  }
});

test('API-02 every form that people and programs send is read', () => {
  const wanted = Temporal.Instant.from('2026-11-23T06:00:00Z').epochMilliseconds;
  for (const text of [
    '2026-11-23 06:00:00.000Z',
    '2026-11-23 06:00:00',
    '2026-11-23T06:00:00Z',
    '2026-11-23T06:00:00.000Z',
    '2026-11-23T09:00:00+03:00',
    '2026-11-23T09:00:00+0300',
    ' 2026-11-23 06:00:00 ',
  ]) {
    assert.equal(readInstant(text)?.epochMilliseconds, wanted, text);
  }
  assert.equal(readInstant('2026-11-23')?.toString(), '2026-11-23T00:00:00Z');
});

test('an offset means the same instant wherever it is written', () => {
  fc.assert(
    fc.property(milliseconds, fc.integer({ min: -12 * 60, max: 14 * 60 }), (instant, minutes) => {
      const offset = `${minutes < 0 ? '-' : '+'}${Temporal.PlainTime.from('00:00')
        .add({ minutes: Math.abs(minutes) })
        .toString({ smallestUnit: 'minute' })}`;
      const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(offset);
      fc.pre(local.year >= 1 && local.year <= 9999);
      assert.equal(readInstant(`${local.toPlainDateTime().toString()}${offset}`)?.epochMilliseconds, instant);
    }),
  );
});

test('API-04 what is no date is no instant', () => {
  for (const text of [
    '',
    'завтра',
    '2026',
    '2026-02-30',
    '2026-11-23T25:00:00Z',
    '2026-11-23T06:00:00Z2026-11-23T06:00:00Z',
    '+012026-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
  ]) {
    assert.equal(readInstant(text), null, text);
  }
  fc.assert(fc.property(fc.string(), (text) => void readInstant(text)));
});
