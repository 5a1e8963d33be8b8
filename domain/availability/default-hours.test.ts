import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoursOn } from '#domain/availability/default-hours.ts';

const SUNDAY = Temporal.PlainDate.from('2026-11-22');
const monday = { day_of_week: 1, start_time: '10:00', end_time: '20:00', is_available: true, breaks: [] };

test('AVAIL-04 a weekday that a stored week lacks is off, as its screen shows it', () => {
  assert.equal(hoursOn(SUNDAY, [monday])?.is_available, false);
  assert.equal(hoursOn(SUNDAY.add({ days: 1 }), [monday]), monday);
  assert.equal(hoursOn(SUNDAY, []), undefined, 'of a week that was never set nothing is known');
});
