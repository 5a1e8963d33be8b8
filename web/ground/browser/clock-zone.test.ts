import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockZone } from '#web/ground/browser/clock-zone.ts';

test('a device that cannot name its zone has the one of a practice that names none', (t) => {
  t.mock.method(Temporal.Now, 'timeZoneId', () => 'Etc/Unknown');
  assert.equal(clockZone(), 'Europe/Moscow');
  t.mock.method(Temporal.Now, 'timeZoneId', () => 'Asia/Omsk');
  assert.equal(clockZone(), 'Asia/Omsk');
});
