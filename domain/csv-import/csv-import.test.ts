import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clientAddress, clientInput } from '#domain/clients/client-values.ts';
import { findColumns, printColumns, readColumns } from '#domain/csv-import/columns.ts';
import { CSV_ENCODINGS, findEncoding } from '#domain/csv-import/encoding.ts';
import { CSV_SEPARATORS, findEscape, findSeparator, looksLikeTable } from '#domain/csv-import/file.ts';
import { clientOfRow } from '#domain/csv-import/row.ts';
import { anyCharacter } from '#proofs/support/any-character.ts';
import { encoded } from '#proofs/support/encoded.ts';

const COLUMNS = { name: [0], phone: [1], email: [3], description: [2] };
const word = fc.stringMatching(/^[А-ЯЁ][а-яё]{1,12}$/);
const phone = fc.stringMatching(/^\+7 9\d{2} \d{3}-\d{2}-\d{2}$/);

const NAMES =
  'Анна Пётр Ольга Юлия Яна Ирина Игорь Жанна Щербакова Эльвира Фёдор Хасан Цветкова Шамиль Алёна Любовь Дарья Илья'.split(
    ' ',
  );
const COMMENTS = ['', 'тревога; сон', 'Мама Юли, звонить после 18', 'ПОСТОЯННАЯ КЛИЕНТКА', 'не спит — «устала»', 'я'];

test('OWN-03 the encoding of a table is found, with its mark or without', () => {
  const name = fc.constantFrom(...NAMES);
  const table = fc.array(fc.tuple(name, name, phone, fc.constantFrom(...COMMENTS)), { minLength: 1, maxLength: 30 });
  const head = fc.constantFrom(
    '',
    'Имя;Телефон;Комментарий\r\n',
    'ФИО;ТЕЛЕФОН;КОММЕНТАРИЙ\r\n',
    'Name;Phone;Notes\r\n',
  );
  fc.assert(
    fc.property(table, head, fc.constantFrom(...CSV_ENCODINGS), fc.boolean(), (rows, names, encoding, marked) => {
      const lines = rows.map(([first, last, number, comment]) => `${last} ${first};${number};"${comment}"\r\n`);
      // DOS and KOI8 have neither.
      const text = `${names}${lines.join('')}`.replaceAll(/[—«»]/g, (sign) => (/866|koi/.test(encoding) ? '-' : sign));
      const bytes = encoded(text, encoding, marked);
      assert.equal(new TextDecoder(findEncoding(bytes)).decode(bytes), text);
    }),
  );
  for (const encoding of CSV_ENCODINGS) {
    for (const text of ['Имя;Телефон\nАнна;123456', 'ИМЯ;ТЕЛЕФОН\nАННА;123456', 'имя;телефон\nюля;123456']) {
      const bytes = encoded(text, encoding);
      // Capitals alone are the same bytes in DOS and on the Mac.
      assert.equal(new TextDecoder(findEncoding(bytes)).decode(bytes), text);
    }
  }
});

test('OWN-03 a few broken bytes make no other encoding of UTF-8, and its mark decides whatever follows', () => {
  const torn = Buffer.from([0xed, 0xa0, 0xbd]);
  const text = Buffer.from('Имя;Телефон\nАнна;123456\n');
  assert.equal(findEncoding(Buffer.concat([text, torn])), 'UTF-8');
  assert.equal(findEncoding(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), torn, torn])), 'UTF-8');
  assert.equal(findEncoding(Buffer.concat([Buffer.from('x;1\n'.repeat(9999)), encoded('Анна', 'ibm866')])), 'ibm866');
  const words = fc.array(fc.constantFrom(...NAMES), { minLength: 4, maxLength: 60 });
  fc.assert(
    fc.property(words, fc.nat(), (names, at) => {
      const whole = Buffer.from(names.join(';'));
      const cut = at % whole.length;
      // One byte is lost: what is left of its character is broken.
      assert.equal(findEncoding(Buffer.concat([whole.subarray(0, cut), whole.subarray(cut + 1)])), 'UTF-8');
    }),
  );
});

test('OWN-03 a NUL in a text makes no UTF-16 of it, and any bytes have an encoding', () => {
  assert.equal(findEncoding(encoded('Анна;+7 916 204-18-35;до\0после', 'UTF-8')), 'UTF-8');
  fc.assert(fc.property(fc.uint8Array(), (bytes) => assert.ok(CSV_ENCODINGS.includes(findEncoding(bytes)))));
});

test('OWN-03 a workbook, a document and an image are no tables', () => {
  for (const page of ['<html>', '\uFEFF<!DOCTYPE html>', ' <table border=1>', '<?xml version="1.0"?>']) {
    assert.equal(looksLikeTable(Buffer.from(page)), false, page);
  }
  for (const start of ['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0\u00A1', '%PDF-1.7', '{\\rtf1', '\u0089PNG\r\n']) {
    assert.equal(looksLikeTable(Buffer.from(start, 'latin1')), false, start);
  }
  assert.ok(looksLikeTable(Buffer.from('Имя;Телефон')));
  assert.ok(looksLikeTable(new Uint8Array()));
});

test('OWN-03 the separator is found among commas, semicolons and quotes in the texts', () => {
  const texts = fc.constantFrom('Анна', 'Иванова, Анна', '"Пётр; старший"', '"он сказал ""да"", и; ушёл"', 'а|б, в');
  const rows = fc.array(fc.tuple(texts, phone, texts, word), { minLength: 3, maxLength: 20 });
  fc.assert(
    fc.property(rows, fc.constantFrom(...CSV_SEPARATORS), (cells, separator) => {
      const quoted = cells.map((row) =>
        row.map((cell) => (cell.includes(separator) && !cell.startsWith('"') ? `"${cell}"` : cell)),
      );
      // A comma in every name is a column of its own unless a header says better.
      const text = [
        `Имя${separator}Телефон${separator}Описание${separator}Город`,
        ...quoted.map((row) => row.join(separator)),
      ];
      assert.equal(findSeparator(text.join('\r\n')), separator);
    }),
  );
  for (const separator of CSV_SEPARATORS) {
    const quoted = [
      ['Имя', 'Телефон'],
      ['Анна; Ли,\t"старшая" | да', '89162041841'],
    ]
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
      .join('\n');
    assert.equal(findSeparator(quoted), separator);
    assert.equal(findSeparator(`Клиенты на 1 мая\n\n${quoted}\n`), separator);
  }
  assert.equal(findSeparator('"Имя"\t"Телефон"\n"Анна \\"Аня\\" Ли, мл."\t"1, 2, 3"'), '\t');
  assert.equal(findSeparator('sep=,\r\nИмя;Телефон'), ',');
  assert.equal(findSeparator('Имя\nАнна'), ';');
});

test('OWN-03 columns are found by their names in Russian and English, and without names by what they hold', () => {
  const found = (...rows: string[][]) => {
    const { header, columns } = findColumns(rows);
    return `${header >= 0} ${printColumns(columns)}`;
  };
  assert.equal(found(['Имя', 'Телефон', 'Описание']), 'true name:0,phone:1,description:2');
  assert.equal(
    found(['№', 'Ф.И.О.', 'Город', 'Моб. телефон', 'Телефон', 'Комментарий']),
    'true name:1,phone:3,description:5',
  );
  assert.equal(found(['Фамилия', 'Имя', 'Отчество', 'Номер телефона']), 'true name:0,name:1,name:2,phone:3');
  assert.equal(found(['Name', 'Given Name', 'Phone 1 - Value', 'Notes']), 'true name:0,phone:2,description:3');
  assert.equal(found(['E-mail', 'PHONE', 'Full Name']), 'true name:2,phone:1,email:0');
  assert.equal(found(['1', '+7 916 204-18-35', 'Анна Ли'], ['2', '8(916)2041836', 'Пётр']), 'false name:2,phone:1');
  assert.equal(found(['N', 'Wer', 'Wo'], ['1', 'Анна', '89162041835']), 'true name:1,phone:2');
  assert.equal(found(['Клиент', 'Связь'], ['Анна', '89162041835']), 'true name:0,phone:1');
  for (const named of [
    'Email',
    'E-mail',
    'Почта',
    'Эл. почта',
    'Электронная почта',
    'E-mail 1 - Value',
    'Адрес эл. почты',
  ]) {
    assert.equal(found(['Имя', 'Телефон', named]), 'true name:0,phone:1,email:2', named);
  }
  assert.equal(
    found(['Анна', '89162041835', 'anna@почта.рф'], ['Пётр', '89162041836', ' ']),
    'false name:0,phone:1,email:2',
  );
  assert.equal(found(['Анна', '89162041835', 'a@b.ru'], ['Пётр', '89162041836', 'из офиса']), 'false name:0,phone:1');
  assert.equal(found(), 'false ');
  const named = findColumns(
    [
      ['Имя', 'Телефон'],
      ['Анна', '89162041835'],
    ],
    false,
  );
  assert.deepEqual([named.header, printColumns(named.columns)], [-1, 'name:0,phone:1']);
});

test('OWN-03 the names of columns are found below titles and empty rows', () => {
  const anna = ['1', 'Анна', '89162041835'];
  const at = (...rows: string[][]) => findColumns(rows).header;
  assert.equal(at(['Клиенты'], ['на 1 мая', '', ''], ['№', 'ФИО', 'Телефон'], anna), 2);
  assert.equal(at(['Отчёт', 'за май'], ['', '', ''], ['№', 'Клиент', 'Тел.'], anna), 2);
  assert.equal(at(['Клиенты', '', ''], ['N', 'Wer', 'Wo'], anna), 1);
  assert.equal(at(['Клиенты'], anna), -1);
  assert.equal(at(...Array.from({ length: 20 }, () => anna), ['№', 'ФИО', 'Телефон']), -1);
});

test('OWN-03 chosen columns are read as they are printed, and others are refused', () => {
  const at = fc.uniqueArray(fc.nat(99), { minLength: 1, maxLength: 4 });
  const more = fc.uniqueArray(fc.nat(99), { maxLength: 4 });
  fc.assert(
    fc.property(at, at, more, more, (name, number, email, description) => {
      const columns = { name, phone: number, email, description };
      assert.deepEqual(readColumns(printColumns(columns)), columns);
    }),
  );
  for (const text of [
    '',
    'name:0',
    'phone:1',
    'name:0,phone:100',
    'name:0,phone:-1',
    'name:0,phone:1,name:0',
    'name:0,phone:1,user:2',
    'name:0,phone:1e1',
    ' name:0,phone:1',
  ]) {
    assert.equal(readColumns(text), null, text);
  }
});

const PHONES_OF_PROGRAMS: [string, string[], string[], string][] = [
  [
    'Google',
    [
      'First Name',
      'Last Name',
      'Notes',
      'E-mail 1 - Label',
      'E-mail 1 - Value',
      'Phone 1 - Label',
      'Phone 1 - Value',
      'Phone 2 - Label',
      'Phone 2 - Value',
    ],
    ['Анна', 'Ли', 'сон', '* ', 'anna@example.ru', 'Mobile', '+7 916 204-18-35', 'Home', '+7 495 204-18-36'],
    'name:0,name:1,phone:6,phone:8,email:4,description:2',
  ],
  [
    'Google before 2024',
    [
      'Name',
      'Given Name',
      'Family Name',
      'Notes',
      'E-mail 1 - Type',
      'E-mail 1 - Value',
      'Phone 1 - Type',
      'Phone 1 - Value',
    ],
    ['Анна Ли', 'Анна', 'Ли', '', '', '', 'Mobile', '89162041835'],
    'name:0,phone:7,email:5,description:3',
  ],
  [
    'Outlook',
    [
      'First Name',
      'Middle Name',
      'Last Name',
      'E-mail Address',
      'E-mail Type',
      'E-mail Display Name',
      'Home Phone',
      'Business Phone',
      'Mobile Phone',
      'Business Fax',
      'Pager',
      'Other Phone',
      'Primary Phone',
      'Notes',
    ],
    [
      'Анна',
      '',
      'Ли',
      'anna@example.ru',
      'SMTP',
      'Анна',
      '84952041836',
      '84952041837',
      '89162041835',
      '84952041838',
      '1',
      '84952041839',
      '',
      '',
    ],
    'name:0,name:1,name:2,phone:8,phone:6,phone:7,phone:11,email:3,description:13',
  ],
  [
    'Outlook in Russian',
    [
      'Имя',
      'Отчество',
      'Фамилия',
      'Факс (рабочий)',
      'Рабочий телефон',
      'Телефон раб. 2',
      'Домашний телефон',
      'Телефон переносной',
      'Телефон помощника',
      'Другой телефон',
      'Адрес эл. почты',
      'Тип эл. почты',
      'Краткое имя эл. почты',
      'Адрес 2 эл. почты',
      'Заметки',
    ],
    [
      'Анна',
      '',
      'Ли',
      '84952041830',
      '84952041831',
      '',
      '84952041832',
      '89162041835',
      '84952041834',
      '84952041836',
      'a@b.ru',
      'SMTP',
      'Анна',
      'c@b.ru',
      '',
    ],
    'name:0,name:1,name:2,phone:7,phone:6,phone:4,phone:9,email:10,email:13,description:14',
  ],
  [
    'Apple',
    ['First name', 'Last name', 'Phone (mobile)', 'Phone (home)', 'Email (work)', 'Note'],
    ['Анна', 'Ли', '', '+7 495 204-18-36', 'a@b.ru', ''],
    'name:0,name:1,phone:3,email:4,description:5',
  ],
  [
    'a salon',
    [
      'Имя',
      'Категории',
      'Телефон',
      'Доп. телефон',
      'Email',
      'Дата рождения',
      'Номер карты',
      'Кол-во визитов',
      'Комментарий',
    ],
    ['Анна', 'VIP', '79162041835', '74952041836', '', '12.05.1987', '100001', '7', 'сон'],
    'name:0,phone:2,phone:3,email:4,description:8',
  ],
  ['a number of its own', ['Номер', 'Клиент', 'Телефон'], ['100001', 'Анна Ли', '89162041835'], 'name:1,phone:2'],
  ['a number that is a phone', ['Клиент', 'Номер'], ['Анна Ли', '89162041835'], 'name:0,phone:1'],
  ['a contact that is a phone', ['Имя', 'Контакт'], ['Анна Ли', '89162041835'], 'name:0,phone:1'],
  ['a date', ['Клиент', 'Родился', 'Связь'], ['Анна Ли', '1987-05-12 00:00:00', '89162041835'], 'name:0,phone:2'],
  ['a phone that is a mark', ['Имя', 'Телефон', 'Моб.'], ['Анна Ли', 'есть', '89162041835'], 'name:0,phone:2'],
];

test('OWN-03 of several columns a mobile phone comes before one at home, one at work and others; dates and numbers are none', () => {
  for (const [program, names, row, columns] of PHONES_OF_PROGRAMS) {
    assert.equal(printColumns(findColumns([names, row]).columns), columns, program);
  }
  const bare = (...rows: string[][]) => {
    const { columns, offered } = findColumns(rows, false);
    return [printColumns(columns), ...offered].join(' ');
  };
  assert.equal(
    bare(['Анна Ли', '12.05.1987', '89162041835'], ['Пётр Ли', '01.02.1990', '89162041836']),
    'name:0,phone:2',
  );
  assert.equal(bare(['770012345678', 'Анна Ли', '89162041835'], ['770012345679', 'Пётр Ли', '']), 'name:1,phone:2');
  assert.equal(
    bare(['Анна Ли', '+7 495 204-18-36', '89162041835'], ['Пётр Ли', '', '89162041837']),
    'name:0,phone:2,phone:1',
  );
  assert.equal(bare(['Анна Ли', '380501234567'], ['Пётр Ли', '380501234568']), 'name:0,phone:1');
  // Nothing says which of them is one: it is asked.
  assert.equal(bare(['Анна Ли', '100001', '204183'], ['Пётр Ли', '100002', '204184']), 'name:0 1 2');
  assert.equal(bare(['Анна Ли', '4510123456', '1123344595'], ['Пётр Ли', '4510123457', '1123344596']), 'name:0 1 2');
});

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

test('OWN-03 a backslash stands before a quote where no quote is doubled', () => {
  assert.equal(findEscape('Имя,Текст\nАнна,"сказала \\"да\\", и ушла"'), '\\');
  assert.equal(findEscape('Имя,Текст\nАнна,"сказала ""да"", и ушла"'), '"');
  assert.equal(findEscape('Имя,Папка\nАнна,"C:\\Анна\\"\nПётр,""'), '"');
  assert.equal(findEscape('Имя,Текст\nАнна,"\\"да\\""'), '\\');
});
