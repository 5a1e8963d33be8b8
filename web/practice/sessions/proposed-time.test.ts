import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proposedStart, proposedTime } from '#web/practice/sessions/proposed-time.ts';
import { usualTime } from '#web/practice/sessions/usual-time.ts';

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

const evening = Temporal.Instant.from('2026-11-18T18:00:00Z');
const last = { date: '2026-11-17 10:00:00.000Z', duration: 50, series: '' };
const passed = { today: date, timeZone: 'UTC', held: [], next: { date: '2026-11-19', time: '12:00' } };

test('SESSION-07 where today’s time has passed, a client comes at their usual weekday and time', () => {
  const usual = usualTime(last, evening, 'UTC');
  assert.deepEqual(proposedStart({ ...passed, usual }), { date: '2026-11-24', time: '10:00', duration: 50 });
});

test('SESSION-07 a usual time that is taken, and one that a series plans itself, give way to the next free start', () => {
  const usual = usualTime(last, evening, 'UTC');
  const taken = { ...held('09:00', '10:00'), start: usual?.start.toInstant() ?? evening };
  const there = { ...taken, end: taken.start.add({ minutes: 10 }) };
  assert.deepEqual(proposedStart({ ...passed, usual, held: [there] }), passed.next);
  const before = { ...there, start: taken.start.subtract({ minutes: 60 }), end: taken.start };
  assert.equal(proposedStart({ ...passed, usual, held: [before] }).date, '2026-11-24');
  assert.deepEqual(
    proposedStart({ ...passed, usual: usualTime({ ...last, series: 's' }, evening, 'UTC') }),
    passed.next,
  );
});

test('SESSION-07 without a free start in the coming days it is tomorrow at nine', () => {
  assert.deepEqual(proposedStart({ ...passed, usual: null, next: null }), { date: '2026-11-19', time: '09:00' });
});
