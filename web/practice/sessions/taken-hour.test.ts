import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestFree, showHolder, showMomentOn } from '#web/practice/sessions/taken-hour.ts';

const at = (time: string) => Temporal.PlainDateTime.from(`2026-12-01T${time}`).toZonedDateTime('Europe/Moscow');
const slot = (time: string) => ({ time, start: at(time).toInstant().toString() });

test('SESSION-17 of the free hours of a day the three nearest to the taken one are offered, in order', () => {
  const offered = (wish: string, ...free: string[]) =>
    nearestFree(free.map(slot), at(wish).toInstant()).map(({ time }) => time);
  assert.deepEqual(
    offered('11:00', '09:00', '10:00', '12:00', '13:00', '17:00'),
    ['10:00', '12:00', '09:00'].toSorted(),
  );
  assert.deepEqual(offered('09:00', '14:00', '15:00', '16:00', '17:00'), ['14:00', '15:00', '16:00']);
  assert.deepEqual(offered('09:00', '18:00'), ['18:00']);
  assert.deepEqual(offered('09:00'), []);
});

test('SESSION-17 what holds an hour is said by what it is, whose, and when', () => {
  const span = { start: at('10:30').toInstant(), end: at('12:00').toInstant() };
  const held = { id: 'a', name: 'Марина', status: 'reserved', ...span } as const;
  const shown = [
    showHolder({ ...held, kind: 'request' }, 'Europe/Moscow'),
    showHolder({ ...held, kind: 'session', name: '' }, 'Europe/Moscow'),
    showHolder(null, 'Europe/Moscow'),
  ];
  assert.deepEqual(shown, ['Новая заявка: Марина, 10:30–12:00', 'Сессия, 10:30–12:00', '']);
});

test('SESSION-14 the accusative is the weekday’s, not the month’s', () => {
  const inWords = (date: string) =>
    showMomentOn(Temporal.PlainDateTime.from(date).toZonedDateTime('Europe/Moscow')).replaceAll('\u00A0', ' ');
  assert.equal(inWords('2026-08-03T11:00'), 'понедельник, 3 августа, 11:00');
  assert.equal(inWords('2027-03-05T11:00'), 'пятницу, 5 марта, 11:00');
});
