import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualTime } from '#web/sessions/usual-time.ts';

test('SESSION-14 «Как обычно» is a week after the last session, past or future, with its length', () => {
  const now = Temporal.Instant.from('2026-11-20T09:00:00Z');
  const fieldsOf = (date: string) => usualTime({ date, duration: 50 }, now, 'Europe/Moscow').fields;
  const tuesday = { time: '11:00', duration: 50 };
  assert.deepEqual(fieldsOf('2026-11-17 08:00:00.000Z'), { ...tuesday, date: '2026-11-24' });
  assert.deepEqual(fieldsOf('2026-11-24 08:00:00.000Z'), { ...tuesday, date: '2026-12-01' });
  assert.deepEqual(fieldsOf('2026-09-01 08:00:00.000Z'), { ...tuesday, date: '2026-11-24' });
});

test('SESSION-14 «Как обычно» keeps the wall time of the practice over a change of clocks', () => {
  const now = Temporal.Instant.from('2026-10-20T12:00:00Z');
  const { start } = usualTime({ date: '2026-10-20 09:00:00.000Z', duration: 60 }, now, 'Europe/Berlin');
  assert.equal(start.toString({ smallestUnit: 'minute' }), '2026-10-27T11:00+01:00[Europe/Berlin]');
});
