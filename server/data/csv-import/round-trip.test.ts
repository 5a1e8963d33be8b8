import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CsvCell, CSV_MARK, csvLine } from '#domain/archive/csv.ts';
import { CSV_TABLES, csvCells } from '#domain/archive/csv-tables.ts';
import { importTable, previewTable } from '#proofs/support/csv.ts';
import { LICENSED } from '#proofs/support/rows.ts';
import { onServerWith, type TestPractitioner, UNLIMITED } from '#proofs/support/test-server.ts';

const READING = { timeZone: 'Europe/Moscow', names: new Map(), documents: new Map() };

const NOTHING = {
  email: '',
  description: '',
  request: '',
  agreement: '',
  birth_date: '',
  emergency: '',
  contact: '',
  tags: [],
  price: null,
  pay_way: '',
};

/** Phones as a table has them, in which a plus would begin a formula. */
const CLIENTS = [
  {
    name: 'Анна Левина',
    phone: '8 (916) 204-18-35',
    email: 'anna@example.ru',
    description: 'Первая строка\n=1+1',
    request: 'Сон; «страх»,\n"кавычки"\n\nи\tтабуляция',
    agreement: '-10 % за месяц вперёд',
    birth_date: '1990-05-07',
    emergency: "@сестра\n'мама",
    contact: '@anna_l',
    tags: ['Пара', '+вечер', 'онлайн'],
    price: 350_050,
    pay_way: 'cash',
  },
  { ...NOTHING, name: 'Бесплатный Приём', phone: '8 (916) 204-18-36', price: 0, pay_way: 'other', contact: 'нет' },
  { ...NOTHING, name: 'Вера Орлова', phone: '8 (916) 204-18-37', request: 'и'.repeat(5000), tags: ['пары, онлайн'] },
  { ...NOTHING, name: 'Глеб Дорогой', phone: '8 (916) 204-18-38', price: 100_000_000, pay_way: 'card' },
  { ...NOTHING, name: 'Дина', phone: '8 (916) 204-18-39', birth_date: '1900-01-01', pay_way: 'transfer' },
];

onServerWith({ replace: { limits: UNLIMITED } }, (server) => {
  const clientsOf = async ({ pb }: TestPractitioner) =>
    (await pb.collection('clients').getFullList({ sort: 'name' })).map((client) =>
      Object.fromEntries(['name', 'phone', ...Object.keys(NOTHING)].map((field) => [field, client[field]])),
    );

  test('OWN-03 CARD-05 MONEY-01 our own table of clients comes back as it was: every field, whatever stands in it', async () => {
    const from = await server.practitioner(LICENSED);
    for (const client of CLIENTS) await from.pb.collection('clients').create(client);
    const rows = await from.pb.collection('clients').getFullList({ sort: 'name' });
    const lines: (readonly CsvCell[])[] = [
      CSV_TABLES.clients.head,
      ...rows.map((row) => csvCells('clients', row, READING)),
    ];
    const table = CSV_MARK + lines.map(csvLine).join('');
    const to = await server.practitioner(LICENSED);
    const { body } = await previewTable(to.pb, table);
    assert.deepEqual([body.imported, body.refused, body.remarks], [CLIENTS.length, [], []]);
    await importTable(to.pb, table, { columns: body.chosen });
    assert.deepEqual(await clientsOf(to), await clientsOf(from));
    assert.deepEqual((await clientsOf(to))[0], CLIENTS[0]);
  });

  test('OWN-03 a date of birth that has not come where the practitioner is stays in the description, told by its line', async () => {
    const { pb } = await server.practitioner(LICENSED);
    const tomorrow = Temporal.Now.plainDateISO('Europe/Moscow').add({ days: 1 }).toString();
    const table = `Имя;Телефон;Дата рождения;Цена\r\nАнна;+7 916 204-18-35;${tomorrow};много\r\n`;
    const { body } = await importTable(pb, table, { columns: 'name:0,phone:1,birth_date:2,price:3' });
    assert.deepEqual(body.remarks, [
      { line: 2, remark: 'birth_date_unreadable' },
      { line: 2, remark: 'price_unreadable' },
    ]);
    const [client] = await pb.collection('clients').getFullList();
    assert.deepEqual(
      [client?.['birth_date'], client?.['price'], client?.['description']],
      ['', null, `Дата рождения: ${tomorrow}\nЦена: много`],
    );
  });
});
