import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showHours } from '#web/ground/format/duration.ts';
import { showSince, showUntil } from '#web/ground/format/relative-time.ts';

const now = Temporal.Instant.from('2026-11-18T10:40:00Z');
const spaces = (text: string | null) => text?.replaceAll('\u00A0', ' ') ?? null;

test('what is next is shown in hours and minutes, within a day only', () => {
  assert.equal(spaces(showUntil(now.add({ minutes: 80 }), now)), 'через 1 ч 20 мин');
  assert.equal(spaces(showUntil(now.add({ hours: 2 }), now)), 'через 2 ч');
  assert.equal(spaces(showUntil(now.add({ seconds: 20 }), now)), 'через 1 мин');
  assert.equal(showUntil(now, now), 'сейчас');
  assert.equal(showUntil(now.subtract({ minutes: 5 }), now), null);
  assert.equal(showUntil(now.add({ hours: 24 }), now), null);
});

test('what has been is shown by its age, then by its day', () => {
  const ago = (duration: Temporal.DurationLike) => spaces(showSince(now.subtract(duration), now, 'Europe/Moscow'));
  assert.equal(ago({ seconds: 20 }), 'только что');
  assert.equal(ago({ minutes: 1 }), '1 минуту назад');
  assert.equal(ago({ minutes: 12 }), '12 минут назад');
  assert.equal(ago({ hours: 3 }), '3 часа назад');
  assert.equal(ago({ hours: 16, minutes: 32 }), 'вчера, 21:08');
  assert.equal(ago({ hours: 64 }), '15.11.2026 21:40');
});

test('lengths are shown in hours and minutes', () => {
  assert.equal(spaces(showHours(240)), '4 часа');
  assert.equal(spaces(showHours(90)), '1 час 30 минут');
  assert.equal(spaces(showHours(45)), '45 минут');
});
