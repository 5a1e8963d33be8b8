import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { recursNextWeek } from '#web/practice/sessions/recurs-next-week.ts';

test('SESSION-14 a session comes again by itself in a weekly series that goes on past the next week', () => {
  const session = { date: '2026-11-23 07:00:00.000Z' };
  const now = parseStoredInstant('2026-11-24 07:00:00.000Z');
  const weekly = { every_weeks: 1, until: '', time_zone: 'Europe/Moscow' };
  assert.equal(recursNextWeek(session, weekly, now), true);
  assert.equal(recursNextWeek(session, { ...weekly, until: '2026-11-30' }, now), true);
  assert.equal(recursNextWeek(session, { ...weekly, until: '2026-11-29' }, now), false);
  assert.equal(recursNextWeek(session, { ...weekly, every_weeks: 2 }, now), false);
});
