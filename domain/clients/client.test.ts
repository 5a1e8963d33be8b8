import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CLIENT_LIMIT_TEXT, clientsLeft } from '#domain/clients/client-limit.ts';
import {
  CLIENT_SOURCE,
  CLIENT_TEXT,
  clientKey,
  clientSearchText,
  clientSource,
  isSamePerson,
  keysOfName,
} from '#domain/clients/client.ts';
import { clientInput } from '#domain/clients/client-values.ts';
import { phoneNumbers } from '#domain/clients/phone-numbers.ts';
import { fold } from '#domain/text/fold.ts';

function messages(input: unknown): Record<string, string> {
  const issues = clientInput.safeParse(input).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [String(issue.path[0]), issue.message]));
}

test('CLIENT-04 a name of one letter and a phone of five are refused with the texts of the specification', () => {
  assert.deepEqual(messages({ name: 'Я', phone: '12345', description: '' }), {
    name: 'Имя должно содержать минимум 2 символа',
    phone: 'Телефон должен содержать минимум 6 символов',
  });
  assert.deepEqual(messages({ name: ' Я ', phone: '  1234   ', description: '' }), {
    name: 'Имя должно содержать минимум 2 символа',
    phone: 'Телефон должен содержать минимум 6 символов',
  });
});

test('CLIENT-04 the shortest and the longest texts pass and come out trimmed', () => {
  assert.deepEqual(clientInput.parse({ name: ' Ян ', phone: ' 123456 ', description: ' ' }), {
    name: 'Ян',
    phone: '123456',
    description: '',
  });
  const longest = { name: 'и'.repeat(200), phone: '1'.repeat(50), description: 'о'.repeat(5000) };
  assert.deepEqual(clientInput.parse(longest), longest);
});

test('CLIENT-04 a name and a phone have something in them that can be read out', () => {
  const letters = 'Нужна хотя бы одна буква или цифра';
  assert.deepEqual(messages({ name: '👩👩', phone: '((----))', description: '' }), { name: letters, phone: letters });
  assert.deepEqual(messages({ name: '\u200B\u202EЯ\u200B', phone: '\u200B12345', description: '' }), {
    name: CLIENT_TEXT.nameTooShort,
    phone: CLIENT_TEXT.phoneTooShort,
  });
  assert.deepEqual(clientInput.parse({ name: '\u202Eанна\u200B', phone: '+7\u2060 9161234567', description: '' }), {
    name: 'анна',
    phone: '+7 9161234567',
    description: '',
  });
});

test('API-04 over-long texts are refused field by field', () => {
  const tooLong = { name: 'и'.repeat(201), phone: '1'.repeat(51), description: 'о'.repeat(5001) };
  assert.deepEqual(Object.keys(messages(tooLong)), ['name', 'phone', 'description']);
});

test('BOOK-02 case, ё, spaces and the punctuation of the phone do not make another client', () => {
  const key = clientKey('Пётр Иванов', '+7 (916) 204-18-35');
  for (const [name, phone] of [
    ['петр иванов', '89162041835'],
    ['  ПЁТР   ИВАНОВ ', '916 204 18 35'],
    ['Пётр\u00a0Иванов', '+7-916-204-18-35'],
  ] as const) {
    assert.equal(clientKey(name, phone), key, name);
  }
});

test('CLIENT-09 characters that cannot be seen do not make another client', () => {
  assert.equal(clientKey('Анна\u200B', 'у мамы\u2060'), clientKey('\u202EАнна', 'у мамы'));
  assert.ok(clientSearchText('Ан\u00ADна', '1').startsWith('анна '));
});

test('CLIENT-09 an apostrophe, a dash or a mark of another look does not make another client', () => {
  for (const [one, other] of [
    ['Дар’я', "Дар'я"],
    ['Дем’янчук', 'Демʼянчук'],
    ['Анна‑Мария', 'Анна-Мария'],
    ['Анна—Мария', 'Анна-Мария'],
    ['Müller', 'Muller'],
    ['А\u0301нна', 'Анна'],
    ['«Нюра»', '"Нюра"'],
  ] as const) {
    assert.equal(clientKey(one, '123456'), clientKey(other, '123456'), one);
  }
  assert.notEqual(clientKey('Чайка', '123456'), clientKey('Чаика', '123456'));
});

test('CLIENT-09 BOOK-02 any number that both have recognises a client of the same name', () => {
  const key = clientKey('Анна Ли', '8 916 204-18-36 или 8 (495) 111-22-33 доб. 12');
  for (const phone of ['+7 916 204 18 36', '74951112233', '8 925 000-00-00, 8 916 204-18-36 (после 18)']) {
    const other = clientKey('анна ли', phone);
    assert.ok(isSamePerson(key, other), phone);
    const { from, to } = keysOfName(other);
    assert.ok(from <= key && key < to);
  }
  assert.ok(!isSamePerson(key, clientKey('Анна Ли', '8 925 000-00-00')));
  assert.ok(!isSamePerson(key, clientKey('Анна Лис', '+7 916 204 18 36')));
  assert.ok(isSamePerson(clientKey('Анна', 'у  мамы'), clientKey('анна', 'У мамы')));
  assert.ok(!isSamePerson(clientKey('Анна', 'у мамы'), clientKey('анна', 'мамы')));
  const { from, to } = keysOfName(key);
  for (const name of ['Анна', 'Анна Лис', 'Анна Ли Б', 'Анна-Ли']) {
    const other = clientKey(name, '1234567');
    assert.ok(other < from || other >= to, name);
  }
});

test('CLIENT-09 another name or another number is another client', () => {
  const key = clientKey('Пётр Иванов', '+7 (916) 204-18-35');
  assert.notEqual(clientKey('Пётр Иванова', '+7 (916) 204-18-35'), key);
  assert.notEqual(clientKey('Пётр Иванов', '+7 (916) 204-18-36'), key);
  assert.notEqual(clientKey('Пётр Иванов', 'не помню'), clientKey('Пётр Иванов', 'у мамы'));
});

test('BOOK-02 two clients share a key exactly when folded name and digits agree', () => {
  const digits = (text: string) => phoneNumbers(text)[0]?.digits;
  const name = fc.constantFrom('Анна', 'анна', 'АННА ', 'Анна Б', 'Аня');
  const phone = fc.constantFrom('+7 916 204-18-35', '8 (916) 2041835', '9162041835', '9162041836', '');
  fc.assert(
    fc.property(name, phone, name, phone, (nameA, phoneA, nameB, phoneB) => {
      const same = fold(nameA).trim() === fold(nameB).trim() && digits(phoneA) === digits(phoneB);
      assert.equal(clientKey(nameA, phoneA) === clientKey(nameB, phoneB), same);
    }),
  );
});

test('CLIENT-02 the search text finds a part of the name, the phone as typed and its bare digits', () => {
  const text = clientSearchText('Иванова Алёна', '+7 (916) 204-18-35');
  for (const wanted of ['иван', 'АЛЕНА', '(916) 204', '79162041835', '2041835']) {
    assert.ok(text.includes(fold(wanted)), wanted);
  }
  assert.ok(!text.includes('петр'));
});

test('CLIENT-07 the source is the stored one, otherwise it follows from handmade', () => {
  assert.equal(clientSource({ source: '', handmade: false }), 'Сайт');
  assert.equal(clientSource({ source: '', handmade: true }), 'Другое');
  assert.equal(clientSource({ source: CLIENT_SOURCE.byHand, handmade: true }), 'Ручной ввод');
  assert.equal(clientSource({ source: CLIENT_SOURCE.site, handmade: true }), 'Сайт');
});

test('CLIENT-08 three clients without a licence, any number with one', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 40].map((count) => clientsLeft(count, false)),
    [3, 2, 1, 0, 0, 0],
  );
  assert.equal(clientsLeft(5000, true), Infinity);
  assert.equal(
    CLIENT_LIMIT_TEXT,
    'Достигнут лимит клиентов (3). Удалите клиента либо перейдите в профиль и оплатите лицензию.',
  );
});
