import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overlapOf } from '#web/practice/sessions/overlap.ts';

const at = (time: string) => Temporal.Instant.from(`2026-11-19T${time}:00Z`);
const held = [
  {
    id: 'b',
    kind: 'request' as const,
    name: 'Марина',
    status: 'reserved' as const,
    start: at('14:00'),
    end: at('15:00'),
  },
  {
    id: 'a',
    kind: 'session' as const,
    name: 'Тимур',
    status: 'scheduled' as const,
    start: at('12:00'),
    end: at('13:00'),
  },
];

test('SESSION-10 an overlap names the earliest time that is in the way', () => {
  assert.equal(overlapOf({ start: at('12:30'), end: at('14:30') }, held, null)?.id, 'a');
  assert.equal(overlapOf({ start: at('14:30'), end: at('15:30') }, held, null)?.kind, 'request');
});

test('SESSION-10 touching ends, the session itself and no time at all are no overlap', () => {
  assert.equal(overlapOf({ start: at('13:00'), end: at('14:00') }, held, null), null);
  assert.equal(overlapOf({ start: at('12:30'), end: at('13:30') }, held, 'a'), null);
  assert.equal(overlapOf(null, held, null), null);
});
