import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CSV_TABLES } from '#domain/archive/csv-tables.ts';
import { findColumns, printColumns, readColumns } from '#domain/csv-import/columns.ts';

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
  assert.equal(found(['?', 'Телефон', 'E-mail'], ['\uFFFD', '89162041835', 'anna.ru']), 'true phone:1,email:2');
  for (const named of ['Клиент (ФИО)', 'Имя, фамилия', 'Фамилия и имя', 'Контактное лицо', 'Ф.И.О. пациента']) {
    assert.equal(found([named, 'Тел. (моб.)']), 'true name:0,phone:1', named);
  }
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

test('OWN-03 CARD-05 MONEY-01 what else is known of a client is found by its names: our own, and those of others', () => {
  const more = [
    ['request', 'Запрос', 'Причина обращения', 'Presenting problem'],
    ['agreement', 'Договорённости', 'Условия работы', 'Terms'],
    ['birth_date', 'Дата рождения', 'Д.Р.', 'Birthday', 'Date of birth'],
    ['emergency', 'Контакт на экстренный случай', 'Экстренный контакт (телефон)', 'Emergency contact phone'],
    ['contact', 'Другой способ связи', 'Telegram', 'Мессенджер'],
    ['tags', 'Метки', 'Теги', 'Labels'],
    ['price', 'Цена', 'Стоимость сессии, руб.', 'Session fee'],
    ['pay_way', 'Способ оплаты', 'Форма оплаты', 'Payment method'],
  ] as const;
  for (const [field, ...names] of more)
    for (const name of names) {
      const { columns } = findColumns([['Имя', name, 'Телефон']]);
      assert.equal(printColumns(columns), `name:0,phone:2,${field}:1`, name);
    }
  const own: readonly string[] = CSV_TABLES.clients.head;
  assert.equal(
    printColumns(findColumns([own]).columns),
    'name:0,phone:1,email:2,description:3,request:9,agreement:10,birth_date:11,emergency:12,contact:13,tags:14,price:15,pay_way:16',
  );
  for (const name of ['Оплата', 'Контакт', 'Метка времени', 'Сумма']) {
    const { columns } = findColumns([['ФИО', name, 'Телефон']]);
    assert.equal(printColumns(columns), 'name:0,phone:2', name);
  }
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
    'name:0,phone:2,phone:3,email:4,description:8,birth_date:5,tags:1',
  ],
  ['a number of its own', ['Номер', 'Клиент', 'Телефон'], ['100001', 'Анна Ли', '89162041835'], 'name:1,phone:2'],
  ['a number that is a phone', ['Клиент', 'Номер'], ['Анна Ли', '89162041835'], 'name:0,phone:1'],
  ['a contact that is a phone', ['Имя', 'Контакт'], ['Анна Ли', '89162041835'], 'name:0,phone:1'],
  [
    'a date',
    ['Клиент', 'Родился', 'Связь'],
    ['Анна Ли', '1987-05-12 00:00:00', '89162041835'],
    'name:0,phone:2,birth_date:1',
  ],
  [
    'a phone of somebody else',
    ['Имя', 'Телефон для экстренных случаев', 'Телефон'],
    ['Анна Ли', '89162041899', '89162041835'],
    'name:0,phone:2,emergency:1',
  ],
  ['nobody’s own phone', ['Имя', 'Экстренный телефон'], ['Анна Ли', '89162041899'], 'name:0,emergency:1'],
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
