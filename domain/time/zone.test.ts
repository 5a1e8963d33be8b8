import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_TIME_ZONE, isTimeZone } from '#domain/time/zone.ts';

test('names of the IANA database are zones', () => {
  for (const name of [DEFAULT_TIME_ZONE, 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'UTC']) {
    assert.equal(isTimeZone(name), true, name);
  }
});

test('offsets, unknown names and junk are no zones', () => {
  for (const name of ['', '+03:00', '-0330', 'Moscow', 'Europe/Москва', 'Europe/Moscow ', 'x'.repeat(10_000)]) {
    assert.equal(isTimeZone(name), false, name.slice(0, 20));
  }
});

test('whatever counts as a zone can be computed with', () => {
  const names = fc.oneof(
    fc.string(),
    fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'GMT', 'Etc/GMT+3', 'europe/moscow'),
  );
  const now = Temporal.Instant.from('2026-11-21T12:00:00Z');
  fc.assert(fc.property(names, (name) => void (isTimeZone(name) && now.toZonedDateTimeISO(name))));
});
