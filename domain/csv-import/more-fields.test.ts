import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MoreField } from '#domain/clients/client.ts';
import { clientOfRow } from '#domain/csv-import/row.ts';

/** The client of a row with one more column, and what is remarked. */
function read(field: MoreField, ...cells: string[]) {
  const columns = { name: [0], phone: [1], email: [], description: [], [field]: cells.map((_, at) => at + 2) };
  const row = clientOfRow(['Анна', '+7 916 204-18-35', ...cells], columns, undefined, '2026-11-18');
  if ('why' in row) return assert.fail(row.why);
  return [row.client[field], row.client.description, ...row.remarks];
}

test('OWN-03 CARD-05 a date of birth is read as tables write it; what may be another day stays in the description', () => {
  for (const text of [
    '12.05.1987',
    '12.5.1987',
    '1987-05-12',
    '19870512',
    '12.05.1987 0:00:00',
    '1987-05-12T00:00:00Z',
  ])
    assert.deepEqual(read('birth_date', text), ['1987-05-12', ''], text);
  assert.deepEqual(read('birth_date', '25/12/1987'), ['1987-12-25', '']);
  assert.deepEqual(read('birth_date', '', 'нет', '12.05.1987'), ['1987-05-12', '']);
  assert.deepEqual(read('birth_date', ' - '), ['', '']);
  for (const text of ['5/12/1987', '31.02.1987', '12.05.87', '19.11.2026', '01.01.1899', 'весной'])
    assert.deepEqual(read('birth_date', text), ['', `Дата рождения: ${text}`, 'birth_date_unreadable'], text);
});

test('OWN-03 MONEY-01 a price is read by the rules of amounts, a way of paying by its names', () => {
  for (const [text, price] of [
    ['3500', 350_000],
    ['3 500 ₽', 350_000],
    ['3500,50', 350_050],
    ['0,00', 0],
    ['', null],
  ] as const)
    assert.deepEqual(read('price', text), [price, ''], text);
  for (const text of ['от 3000', '-100', '1000000,01', '3,500.00'])
    assert.deepEqual(read('price', text), [null, `Цена: ${text}`, 'price_unreadable'], text);
  for (const [text, way] of [
    ['наличные', 'cash'],
    ['Наличными', 'cash'],
    ['Перевод', 'transfer'],
    ['СБП', 'transfer'],
    ['Карта', 'card'],
    ['', ''],
  ] as const)
    assert.deepEqual(read('pay_way', text), [way, ''], text);
  assert.deepEqual(read('pay_way', 'бартер'), ['', 'Способ оплаты: бартер', 'pay_way_unreadable']);
});

test('OWN-03 CARD-05 tags are parted as our own tables and others part them; what is too much stays in the description', () => {
  assert.deepEqual(read('tags', 'Пара; онлайн; ПАРА'), [['Пара', 'онлайн'], '']);
  assert.deepEqual(read('tags', 'Пара, онлайн'), [['Пара', 'онлайн'], '']);
  assert.deepEqual(read('tags', 'Пара ::: онлайн'), [['Пара', 'онлайн'], '']);
  assert.deepEqual(read('tags', 'вечер, пятница; онлайн'), [['вечер, пятница', 'онлайн'], '']);
  const many = Array.from({ length: 11 }, (_, at) => `м${at}`);
  assert.deepEqual(read('tags', many.join('; ')), [many.slice(0, 10), 'Метки: м10', 'tags_unreadable']);
  const long = 'и'.repeat(31);
  assert.deepEqual(read('tags', `Пара; ${long}`), [['Пара'], `Метки: ${long}`, 'tags_unreadable']);
});

test('OWN-03 CARD-05 texts stay as they are, several columns below one another; of what is too long the beginning is kept', () => {
  assert.deepEqual(read('request', ' Сон\r\nи тревога ', '', "'=1+1"), ['Сон\nи тревога \n=1+1', '']);
  assert.deepEqual(read('contact', 'нет'), ['нет', '']);
  assert.deepEqual(read('emergency', 'и'.repeat(501)), ['и'.repeat(500), '', 'emergency_cut']);
  assert.deepEqual(read('agreement', `${'и'.repeat(4999)}👩`), ['и'.repeat(4999), '', 'agreement_cut']);
  assert.deepEqual(read('request', 'Со\uFFFDн'), ['Со\uFFFDн', '', 'request_broken']);
});
