import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proposedTime } from '#web/practice/sessions/proposed-time.ts';

const date = Temporal.PlainDate.from('2026-11-18');
const free = ['10:30', '11:30'].map((time) => ({ start: `2026-11-18T${time}:00Z`, time }));
const day = { date, timeZone: 'UTC', hours: undefined, held: [], free };
const hours = (start_time: string, breaks: { start: string; end: string }[] = [], is_available = true) =>
  ({ day_of_week: 3, start_time, end_time: '18:00', is_available, breaks }) as const;
const held = (start: string, end: string) => ({
  id: 'a',
  kind: 'session' as const,
  name: '',
  status: 'scheduled' as const,
  start: Temporal.Instant.from(`2026-11-18T${start}:00Z`),
  end: Temporal.Instant.from(`2026-11-18T${end}:00Z`),
});

test('SESSION-07 a new session is proposed for nine o’clock where nothing speaks against it', () => {
  assert.equal(proposedTime(day), '09:00');
  assert.equal(proposedTime({ ...day, hours: hours('08:30') }), '09:00');
  assert.equal(proposedTime({ ...day, held: [held('08:00', '09:00'), held('10:00', '11:00')] }), '09:00');
});

test('SESSION-07 outside the stored hours, in a break or over taken time the first free time is proposed', () => {
  assert.equal(proposedTime({ ...day, hours: hours('10:00') }), '10:30');
  assert.equal(proposedTime({ ...day, hours: hours('08:00', [{ start: '09:30', end: '10:00' }]) }), '10:30');
  assert.equal(proposedTime({ ...day, held: [held('09:50', '10:20')] }), '10:30');
});

test('SESSION-07 a day without a free time keeps nine o’clock', () => {
  assert.equal(proposedTime({ ...day, hours: hours('09:00', [], false), free: [] }), '09:00');
  assert.equal(proposedTime({ ...day, held: [held('09:00', '10:00')], free: [] }), '09:00');
});
