import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualTime } from '#web/practice/sessions/usual-time.ts';

test('SESSION-14 «Как обычно» is a week after the last session, past or future, with its length', () => {
  const now = Temporal.Instant.from('2026-11-20T09:00:00Z');
  const fieldsOf = (date: string) => usualTime({ date, duration: 50, series: '' }, now, 'Europe/Moscow')?.fields;
  const tuesday = { time: '11:00', duration: 50 };
  assert.deepEqual(fieldsOf('2026-11-17 08:00:00.000Z'), { ...tuesday, date: '2026-11-24' });
  assert.deepEqual(fieldsOf('2026-11-24 08:00:00.000Z'), { ...tuesday, date: '2026-12-01' });
  assert.deepEqual(fieldsOf('2026-09-01 08:00:00.000Z'), { ...tuesday, date: '2026-11-24' });
});

test('SESSION-14 «Как обычно» keeps the wall time of the practice over a change of clocks', () => {
  const now = Temporal.Instant.from('2026-10-20T12:00:00Z');
  const last = { date: '2026-10-20 09:00:00.000Z', duration: 60, series: '' };
  assert.equal(
    usualTime(last, now, 'Europe/Berlin')?.start.toString({ smallestUnit: 'minute' }),
    '2026-10-27T11:00+01:00[Europe/Berlin]',
  );
});

test('SESSION-14 an occurrence of a series offers nothing «Как обычно»: the series plans it itself', () => {
  const now = Temporal.Instant.from('2026-10-20T12:00:00Z');
  const last = { date: '2027-10-19 09:00:00.000Z', duration: 60, series: 's00000000000001' };
  assert.equal(usualTime(last, now, 'Europe/Berlin'), null);
});
