import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOfClient } from '#web/practice/calendar/client-name.ts';
import type { CalendarSession } from '#web/practice/calendar/sessions-by-day.ts';

test('CAL-01 the month names a client by what tells them apart, not by a first word without meaning', () => {
  const surname = (name: string) =>
    nameOfClient({ expand: { client: { name } } } as unknown as CalendarSession, 'surname');
  assert.equal(surname('Иванова Анна Сергеевна'), 'Иванова');
  assert.equal(surname('де Фриз Ян'), 'де Фриз');
  assert.equal(surname('И. Петров'), 'И. Петров');
  assert.equal(surname('Пара: Ивановы, вторник'), 'Пара: Ивановы');
  assert.equal(surname('Ли Мэй'), 'Ли Мэй');
  assert.equal(surname('Li'), 'Li');
  assert.equal(surname('Анна-Мария К.'), 'Анна-Мария');
});
