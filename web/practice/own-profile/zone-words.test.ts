import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zoneWords } from '#web/practice/own-profile/zone-words.ts';

const NOON = Temporal.Instant.from('2026-11-18T09:03:00Z');
const words = (zone: string, own: string, now = NOON) => zoneWords(zone, own, now).replaceAll('\u00A0', ' ');

test('CAL-04 the zone of the shown times is named, with the own clock', () => {
  assert.equal(words('Europe/Moscow', 'Asia/Vladivostok'), 'Время московское, у вас 19:03');
  assert.equal(words('Asia/Omsk', 'Europe/Moscow'), 'Время омское, у вас 12:03');
});

test('CAL-04 a zone without a Russian adjective is named by its city and offset', () => {
  assert.equal(words('America/New_York', 'Europe/Moscow'), 'Время: Нью-Йорк (UTC−5), у вас 12:03');
  assert.equal(words('Asia/Kathmandu', 'Europe/Moscow'), 'Время: Kathmandu (UTC+5:45), у вас 12:03');
  assert.equal(words('UTC', 'Europe/Moscow'), 'Время: UTC, у вас 12:03');
});

test('CAL-04 where it is another day already or still, the date is said', () => {
  const evening = Temporal.Instant.from('2026-11-18T18:30:00Z');
  assert.equal(words('Europe/Moscow', 'Asia/Vladivostok', evening), 'Время московское, у вас 04:30, 19 ноября');
});
