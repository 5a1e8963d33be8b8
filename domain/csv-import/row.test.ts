import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clientAddress, clientInput } from '#domain/clients/client-values.ts';
import { labelColumns } from '#domain/csv-import/column-names.ts';
import { clientOfRow } from '#domain/csv-import/row.ts';
import { anyCharacter } from '#proofs/support/any-character.ts';

const word = fc.stringMatching(/^[А-ЯЁ][а-яё]{1,12}$/);
const phone = fc.stringMatching(/^\+7 9\d{2} \d{3}-\d{2}-\d{2}$/);

const COLUMNS = { name: [0], phone: [1], email: [3], description: [2] };
test('OWN-03 a row becomes the client that could have been typed in, or has a reason', () => {
  const rules = clientInput.extend({ email: clientAddress.email });
  const anything = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 20 }),
    word,
    phone,
    fc.constantFrom(
      '',
      ' ',
      '\0',
      '\uD800',
      '=1+1',
      "'+7 916 204-18-35",
      '7,91621E+10',
      'и'.repeat(10_000),
      ' Anna@example.ru ',
      '👩👩',
      'Я',
      '8 916 204-18-35 ::: 8 916 204-18-36',
    ),
  );
  fc.assert(
    fc.property(anything, anything, anything, anything, (...cells) => {
      const row = clientOfRow(cells, COLUMNS);
      if ('client' in row) assert.deepEqual(rules.parse(row.client), row.client);
      else assert.match(row.why, /^\w+$/);
    }),
    { numRuns: 1000 },
  );
  const why = (...cells: string[]) => {
    const row = clientOfRow(cells, COLUMNS);
    return 'why' in row ? row.why : row.client;
  };
  assert.equal(why('', '+7 916 204-18-35'), 'name_missing');
  assert.equal(why('\u200B ', '+7 916 204-18-35'), 'name_missing');
  assert.equal(why('-', '+7 916 204-18-35'), 'name_missing');
  assert.equal(why('Анна'), 'phone_missing');
  assert.equal(why('Анна', 'нет'), 'phone_missing');
  assert.equal(why('А', '123456'), 'name_short');
  assert.equal(why('и'.repeat(10_000), '123456'), 'name_long');
  assert.equal(why('***', '123456'), 'name_unreadable');
  assert.equal(why('Анна', '12345'), 'phone_short');
  assert.equal(why('Анна', '1'.repeat(51)), 'phone_long');
  assert.equal(why('Анна', '+++++++'), 'phone_unreadable');
  assert.equal(why('Анна', 'Александра'), 'phone_unreadable');
  assert.equal(why('Анна', '12.05.1987'), 'phone_unreadable');
  assert.equal(why('Анна', '1987-05-12 10:30:00'), 'phone_unreadable');
  assert.equal(why('Анна', '7,91621E+10'), 'phone_rounded');
  assert.equal(why('Ан\0на', '123456'), 'characters');
  assert.equal(why('Ан\uFFFDна', '123456'), 'broken');
  assert.deepEqual(why(' Анна ', '8-916 доб. 12, мама', '=HYPERLINK("x")', ' Anna@Example.ru '), {
    name: 'Анна',
    phone: '8-916 доб. 12, мама',
    email: 'Anna@Example.ru',
    description: '=HYPERLINK("x")',
  });
  assert.deepEqual(why('Анна', "'+7 916 204-18-35", "'=1"), {
    name: 'Анна',
    phone: '+7 916 204-18-35',
    email: '',
    description: '=1',
  });
});

test('OWN-03 a phone is read as its author typed it, and what stands beside it ends the description', () => {
  const read = (...cells: string[]) => {
    const row = clientOfRow(cells, COLUMNS);
    return 'why' in row ? row.why : [row.client.phone, row.client.description];
  };
  const one: [string, string][] = [
    ['79162041835.0', '79162041835'],
    ['79162041835,00', '79162041835'],
    ['7.9162041835E10', '79162041835'],
    ['7,9162041835E+10', '79162041835'],
    ['="89162041835"', '89162041835'],
    ["'89162041835", '89162041835'],
    ['’89162041835', '89162041835'],
    ['tel:+79162041835', '+79162041835'],
    ['\u202A+7 916 204-18-35\u202C', '+7 916 204-18-35'],
  ];
  for (const [cell, number] of one) assert.deepEqual(read('Анна', cell), [number, ''], cell);
  for (const other of [
    'a123456@mail.ru',
    '@anna12345',
    'https://vk.com/id12345678',
    'vk.com/id12345678',
    't.me/a123456',
  ]) {
    assert.equal(read('Анна', other), 'phone_unreadable', other);
    assert.deepEqual(read('Анна', `${other}; 112233`), ['112233', `К телефону: ${other}`]);
  }
  assert.deepEqual(read('Анна', '8(916)204-18-35 @anna'), ['8(916)204-18-35 @anna', '']);
  assert.deepEqual(read('Анна', '84952041835/36'), ['84952041835/36', '']);
  assert.deepEqual(read('Анна', '112233 ::: 445566', 'сон'), ['112233', 'сон\nЕщё телефон: 445566']);
  assert.deepEqual(read('Анна', '112233; мама\n445566'), ['112233', 'К телефону: мама\nЕщё телефон: 445566']);
  assert.deepEqual(read('Анна', '89162041835, 84952041836'), ['89162041835', 'Ещё телефон: 84952041836']);
  assert.deepEqual(read('Анна', 'мама ::: 112233'), ['112233', 'К телефону: мама']);
  assert.deepEqual(read('Анна', '89162041835 ::: +7 916 204 18 35'), ['89162041835', '']);
  const several = { name: [0], phone: [2, 1], email: [], description: [] };
  const of = (...cells: string[]) => {
    const row = clientOfRow(['Анна', ...cells], several);
    return 'why' in row ? row.why : [row.client.phone, row.client.description];
  };
  assert.deepEqual(of('84952041836', '89162041835'), ['89162041835', 'Ещё телефон: 84952041836']);
  assert.deepEqual(of('84952041836', ' - '), ['84952041836', '']);
  assert.deepEqual(of('84952041836', 'нет'), ['84952041836', '']);
  assert.deepEqual(of('84952041836', ''), ['84952041836', '']);
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  fc.assert(
    fc.property(
      fc.array(phone, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(' ::: ', '; ', '\n', ', ', ' / '),
      (phones, sign) => {
        const row = clientOfRow(['Анна', phones.join(sign)], COLUMNS);
        assert.ok('client' in row);
        assert.equal(row.client.phone, phones[0]);
        for (const number of phones)
          assert.ok(digits(`${row.client.phone}\n${row.client.description}`).includes(digits(number)));
      },
    ),
  );
});

test('OWN-03 what is optional never costs the client: it is cleaned, or left in the description and listed', () => {
  const read = (email: string, description = '') => {
    const row = clientOfRow(['Анна', '123456', description, email], COLUMNS);
    return 'why' in row ? row.why : [row.client.email, row.client.description, ...row.remarks];
  };
  for (const none of ['', ' ', '-', '—', 'нет', 'Нет', 'N/A', 'null', '\u200B'])
    assert.deepEqual(read(none), ['', ''], none);
  for (const email of [
    'anna@example.ru',
    'Анна Ли <anna@example.ru>',
    'mailto:anna@example.ru',
    '\u200Banna@example.ru',
    '"anna@example.ru"',
    'anna@example.ru;',
    '="anna@example.ru"',
  ]) {
    assert.deepEqual(read(email), ['anna@example.ru', ''], email);
  }
  for (const two of [
    'a@b.ru, c@d.ru',
    'a@b.ru ::: c@d.ru',
    'a@b.ru\nc@d.ru',
    'А <a@b.ru>; C <c@d.ru>',
    'a@b.ru c@d.ru A@b.ru',
  ]) {
    assert.deepEqual(read(two), ['a@b.ru', 'Ещё email: c@d.ru'], two);
  }
  for (const wrong of ['анна.ru', 'anna@', `${'a'.repeat(250)}@b.ru`]) {
    assert.deepEqual(read(wrong, 'сон'), ['', `сон\nEmail: ${wrong}`, 'email_unreadable'], wrong);
  }
  assert.deepEqual(read('a@b.ru, c@'), ['a@b.ru', 'Email: c@', 'email_unreadable']);
  const long = read('c@', 'о'.repeat(6000));
  assert.deepEqual(
    [long[1]?.length, long[1]?.slice(-11), long[2], long[3]],
    [5000, 'о\nEmail: c@', 'email_unreadable', 'description_cut'],
  );
  assert.deepEqual(read('', 'до\0после\uD800'), ['', 'до\uFFFDпосле\uFFFD', 'description_broken']);
});

test('OWN-03 several columns of one field are joined in the chosen order', () => {
  const cells = ['Анна', 'Иванова', '', '+7 916 204-18-35', 'первое', 'второе'];
  assert.deepEqual(clientOfRow(cells, { name: [1, 0, 2], phone: [3], email: [], description: [4, 5] }), {
    client: { name: 'Иванова Анна', phone: '+7 916 204-18-35', email: '', description: 'первое\nвторое' },
    remarks: [],
  });
});

test('OWN-03 where each row labels its phones the mobile one is the client’s, wherever it stands', () => {
  const header = ['Name', 'Phone 1 - Label', 'Phone 1 - Value', 'Phone 2 - Label', 'Phone 2 - Value'];
  const labels = labelColumns(header);
  const columns = { name: [0], phone: [2, 4], email: [], description: [] };
  const [first, second] = ['+7 495 204-18-36', '+7 916 204-18-35'];
  const phoneOf = (one: string, two: string): string => {
    const row = clientOfRow(['Анна', one, first, two, second], columns, labels);
    return 'client' in row ? row.client.phone : row.why;
  };
  const ofSecond = [
    ['Home', 'Mobile'],
    ['Рабочий', '* Мобильный'],
    ['Work Fax', 'Home'],
    ['Мама', ''],
    ['Other', 'Main'],
  ];
  for (const [one = '', two = ''] of ofSecond) assert.equal(phoneOf(one, two), second, `${one}, ${two}`);
  const ofFirst = [
    ['Mobile', 'Home'],
    ['', ''],
    ['Home', 'Home'],
    ['', 'Work'],
    ['Main', 'Секретарь'],
  ];
  for (const [one = '', two = ''] of ofFirst) assert.equal(phoneOf(one, two), first, `${one}, ${two}`);
  const row = clientOfRow(['Анна', 'Work', first, 'Mobile', second], columns, labels);
  assert.ok('client' in row && row.client.description === `Ещё телефон: ${first}`);
});

test('OWN-03 labels stand beside their values under the same name, in Russian too', () => {
  assert.deepEqual([...labelColumns(['Phone 1 - Type', 'Phone 1 - Value', 'Phone 2 - Value'])], [[1, 0]]);
  assert.deepEqual([...labelColumns(['Телефон 2 – значение', 'Телефон 2 – метка'])], [[0, 1]]);
  assert.deepEqual([...labelColumns(['Имя', 'Телефон', 'Тип'])], []);
});
