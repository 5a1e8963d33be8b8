import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, givenOn, isBeforeText, mistakeIn, withdrawnOn } from '#web/practice/clients/consents/consent-days.ts';

const MOSCOW = 'Europe/Moscow';
const now = Temporal.Instant.from('2026-11-22T21:30:00Z');

test('CONSENT-03 days of paper and of a withdrawal are days of the practice, and a withdrawal is never the earlier', () => {
  assert.equal(givenOn('2026-11-23', MOSCOW), '2026-11-22 21:00:00.000Z');
  assert.equal(withdrawnOn('2026-11-23', MOSCOW, now), '2026-11-22 21:30:00.000Z');
  assert.equal(withdrawnOn('2026-11-22', MOSCOW, now), '2026-11-22 20:59:59.999Z');
  for (const timeZone of [MOSCOW, 'Asia/Kathmandu', 'America/Santiago', 'Africa/Cairo']) {
    for (let at = 0; at < 400; at += 1) {
      const day = Temporal.PlainDate.from('2025-10-01').add({ days: at }).toString();
      assert.ok(givenOn(day, timeZone) <= withdrawnOn(day, timeZone, now), `${timeZone} ${day}`);
    }
  }
});

test('CONSENT-03 a day to come, before the agreement, or none is refused before it is sent', () => {
  const today = Temporal.PlainDate.from('2026-11-23');
  assert.equal(mistakeIn('2026-11-23', '2026-11-20', today), undefined);
  assert.equal(mistakeIn('', '2026-11-20', today), 'Выберите день');
  assert.match(String(mistakeIn('2026-11-24', '', today)), /ещё не\sнаступил/);
  assert.match(String(mistakeIn('2026-11-19', '2026-11-20', today)), /раньше/);
});

test('CONSENT-03 paper signed before its text was entered is recognised by the day of the practice', () => {
  const created = '2026-11-22 21:30:00.000Z';
  assert.equal(isBeforeText('2026-11-22', created, MOSCOW), true);
  assert.equal(isBeforeText('2026-11-23', created, MOSCOW), false);
  assert.equal(isBeforeText('2026-11-22', created, 'UTC'), false);
  assert.equal(isBeforeText('', created, MOSCOW), false);
  assert.equal(dayOf(givenOn('2026-11-22', MOSCOW), MOSCOW), '2026-11-22');
});

test('CONSENT-03 a text that is no date is no day', () => {
  assert.equal(mistakeIn('31.11.2026', '', Temporal.PlainDate.from('2026-12-01')), 'Такой даты нет');
});
