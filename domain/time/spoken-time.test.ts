import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spokenMove, spokenTime, spokenTimeAt, spokenTimeFor } from '#domain/time/spoken-time.ts';

const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime('Europe/Moscow');

test('NEWS-02 every weekday stands in its case, with the preposition that it takes', () => {
  const days = Array.from({ length: 7 }, (_, day) => at('2026-11-30T14:00').add({ days: day }));
  assert.deepEqual(days.map(spokenTimeAt), [
    'в понедельник, 30 ноября, 14:00',
    'во вторник, 1 декабря, 14:00',
    'в среду, 2 декабря, 14:00',
    'в четверг, 3 декабря, 14:00',
    'в пятницу, 4 декабря, 14:00',
    'в субботу, 5 декабря, 14:00',
    'в воскресенье, 6 декабря, 14:00',
  ]);
  assert.deepEqual(
    days.map((day) => `на ${spokenTimeFor(day)}`),
    days.map((day) => spokenTimeAt(day).replace(/^во? /, 'на ')),
  );
  assert.equal(spokenTime(at('2026-12-04T09:05')), 'пятница, 4 декабря, 09:05');
});

test('NEWS-02 a move says the old and the new time, and the new day where it is another one', () => {
  const friday = at('2026-12-04T14:00');
  assert.equal(spokenMove(friday, at('2026-12-04T15:30')), 'в пятницу, 4 декабря, 14:00 → 15:30');
  assert.equal(
    spokenMove(friday, at('2026-12-07T10:00')),
    'в пятницу, 4 декабря, 14:00 → в понедельник, 7 декабря, 10:00',
  );
  assert.match(spokenMove(friday, at('2026-12-08T10:00')), / → во вторник, 8 декабря, 10:00$/);
});
