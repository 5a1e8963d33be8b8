import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientLine, sessionLine } from '#proofs/support/archive.ts';
import { clientPage, type ClientFile, indexPage } from '#domain/archive/pages.ts';
import { csvCells, CSV_TABLES } from '#domain/archive/csv-tables.ts';

test('OWN-01 CLIENT-11 the page of an archive lists clients in the order of the screen', () => {
  const names = ['Яна', 'Adam', 'Івана', 'ёлка', 'Ежова', 'Ира', 'Ганна', 'Ґанна'];
  const page = indexPage(
    'Елена',
    names.map((name, at) => ({ id: `c${at}`, name, sessions: 0 })),
    false,
  );
  assert.deepEqual(
    Array.from(page.matchAll(/html">([^<]+)<\/a><\/td>/g), ([, name]) => name),
    ['Adam', 'Ганна', 'Ґанна', 'Ежова', 'ёлка', 'Ира', 'Івана', 'Яна'],
  );
});

test('SESSION-18 the readable files of an archive say «Неявка» and «Поздняя отмена» in words', async () => {
  const reading = { timeZone: 'Europe/Moscow', names: new Map(), documents: new Map() };
  const client = clientLine({ id: 'a', name: 'Анна' });
  const stored = { status: 'canceled', date: '2026-11-23 09:00:00.000Z', duration: 60 };
  const session = { ...stored, client: 'a', description: '', news: '', thoughts: '', place: '', id: 's' };
  for (const [outcome, words] of [
    ['no_show', 'Неявка'],
    ['late', 'Поздняя отмена'],
    ['client', 'Отмена'],
  ]) {
    assert.equal(csvCells('sessions', { ...session, outcome }, reading)[3], words);
    const file = { client, sessions: [{ ...session, outcome }], requests: [], consents: [] };
    const pieces = clientPage(file as unknown as ClientFile, reading);
    assert.match((await Array.fromAsync(pieces)).join(''), new RegExp(`мин · ${words}<`));
  }
});

test('CARD-05 the readable files of an archive have all that is known of a client, and what they wrote as a visitor', async () => {
  const reading = { timeZone: 'Europe/Moscow', names: new Map([['a', 'Анна']]), documents: new Map() };
  const client = clientLine({
    id: 'a',
    name: 'Анна',
    request: 'Сон & <страх>',
    agreement: 'Отмена за сутки',
    birth_date: '1990-05-17',
    emergency: 'Сестра',
    contact: '@anna',
    tags: ['Пара', 'онлайн'],
    price: 350_050,
    pay_way: 'cash',
    place: 'online',
    place_link: 'https://video.example/1',
  });
  const session = sessionLine({ id: 's', client: 'a', place: 'Парк, у фонтана' });
  const asked = { date: '2026-11-23 09:00:00.000Z', name: 'Анна', phone: '', email: '', status: 'confirmed' };
  const request = { ...asked, message: 'Плохо сплю', withdrawn: false };
  const file = { client, sessions: [session], requests: [request], consents: [] };
  const page = (await Array.fromAsync(clientPage(file as unknown as ClientFile, reading))).join('');
  for (const [name, value] of [
    ['Где встречаемся', 'Онлайн'],
    ['Ссылка на\u00A0встречу', 'https://video.example/1'],
    ['Запрос', 'Сон &#38; &#60;страх&#62;'],
    ['Договорённости', 'Отмена за сутки'],
    ['Дата рождения', '17.05.1990'],
    ['Контакт на\u00A0экстренный случай', 'Сестра'],
    ['Другой способ связи', '@anna'],
    ['Метки', 'Пара; онлайн'],
    ['Цена', '3\u00A0500,50\u00A0₽'],
    ['Способ оплаты', 'наличные'],
  ] as const) {
    assert.ok(page.includes(`<dt>${name}</dt><dd>${value}</dd>`), name);
  }
  assert.ok(page.includes('<h4>Место</h4><p class="text">Парк, у фонтана</p>'));
  assert.ok(page.includes('<p class="text">Плохо сплю</p>'));
  const cell = (list: 'clients' | 'sessions', row: object, name: string) => {
    const head: readonly string[] = CSV_TABLES[list].head;
    const cells = csvCells(list, row, reading);
    assert.equal(cells.length, head.length);
    return cells[head.indexOf(name)];
  };
  assert.deepEqual(
    ['Где встречаемся', 'Запрос', 'Дата рождения', 'Метки', 'Цена', 'Способ оплаты', 'Номер'].map((name) =>
      cell('clients', client, name),
    ),
    ['Онлайн', 'Сон & <страх>', '17.05.1990', 'Пара; онлайн', { sum: '3500,50' }, 'наличные', 'a'],
  );
  assert.equal(cell('sessions', session, 'Место'), 'Парк, у фонтана');
});
