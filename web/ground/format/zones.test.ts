import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showZone } from '#web/ground/format/zones.ts';

const winter = Temporal.Instant.from('2026-11-21T09:00:00Z');

test('a zone is named by its city and its distance from UTC at that moment', () => {
  assert.equal(showZone('Europe/Moscow', winter), 'Москва, UTC+3');
  assert.equal(showZone('Europe/Berlin', winter), 'Берлин, UTC+1');
  assert.equal(showZone('Europe/Berlin', Temporal.Instant.from('2026-07-01T09:00:00Z')), 'Берлин, UTC+2');
  assert.equal(showZone('America/St_Johns', winter), 'St Johns, UTC−3:30');
  assert.equal(showZone('UTC', winter), 'UTC');
});
