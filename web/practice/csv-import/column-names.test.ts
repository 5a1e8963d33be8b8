import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showLeftOut } from '#web/practice/csv-import/column-names.ts';

const chosen = { name: [0], phone: [1], email: [], description: [] };
const shown = (columns: string[], row: string[] = []) =>
  showLeftOut({ columns, rows: [row] }, chosen).replaceAll('\u00A0', ' ');

test('OWN-03 columns of a table that are not imported are named', () => {
  assert.equal(shown(['Имя', 'Телефон']), '');
  assert.equal(shown(['Имя', 'Телефон', 'E-mail']), 'Не загрузится столбец: E-mail.');
  assert.equal(shown(['Имя', 'Телефон', 'E-mail', 'Дата рождения']), 'Не загрузятся столбцы: E-mail, Дата рождения.');
});

test('OWN-03 a column without a name is named by its contents, an empty one is none', () => {
  assert.equal(shown(['', '', '', ''], ['Анна', '+7', '', 'Тверь']), 'Не загрузится столбец: Столбец 4: Тверь.');
  assert.equal(shown(['Имя', 'Телефон', '', '']), '');
});

test('OWN-03 of many columns the first ten are named', () => {
  const many = Array.from({ length: 12 }, (_, at) => `К${at + 1}`);
  assert.equal(shown(['Имя', 'Телефон', ...many]), `Не загрузятся столбцы: ${many.slice(0, 10).join(', ')} и ещё 2.`);
});
