import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clientSearchText } from '#domain/clients/client.ts';
import { clientSearchTerms } from '#domain/clients/client-search.ts';

const finds = (typed: string, name: string, phone: string) => {
  const text = clientSearchText(name, phone);
  return clientSearchTerms(typed).every((texts) => texts.some((term) => text.includes(term)));
};

test('CLIENT-02 a part of a name finds the client whatever its case, ё as е', () => {
  assert.ok(finds('иван', 'Иванова Мария', '+7 916 204-18-35'));
  assert.ok(finds(' АЛЁНА ', 'Цветкова Алена', '+7 916 204-18-35'));
  assert.ok(!finds('петр', 'Иванова Мария', '+7 916 204-18-35'));
});

test('CLIENT-02 a phone is found with its punctuation, without it and with 8 in front', () => {
  const phone = '+7 (916) 204-18-35';
  for (const typed of ['204-18', '2041835', '916204', '+7 916 204', '8 (916) 204-18-35', '8916', '79162041835']) {
    assert.ok(finds(typed, 'Иванова', phone), typed);
  }
  assert.ok(!finds('2041836', 'Иванова', phone));
});

test('CLIENT-02 the words of a name are found in any order, each of them', () => {
  for (const typed of ['олег смирнов', 'Смирнов Олег', 'ол  смир', 'смирнов 916', 'олег +7 (916) 204 смирнов']) {
    assert.ok(finds(typed, 'Смирнов Олег Петрович', '+7 916 204-18-35'), typed);
  }
  for (const typed of ['олег иванов', 'смирнов 917', 'олег 204 916']) {
    assert.ok(!finds(typed, 'Смирнов Олег Петрович', '+7 916 204-18-35'), typed);
  }
});

test('CLIENT-02 a phone typed with spaces is one number', () => {
  assert.deepEqual(clientSearchTerms('8 916 204'), [['8 916 204', '8916204']]);
  assert.ok(!finds('916 35', 'Смирнов Олег', '+7 916 204-18-35'));
  assert.deepEqual(clientSearchTerms('анна - мария'), [['анна'], ['мария']]);
});

test('CLIENT-02 nothing typed means every client', () => {
  assert.deepEqual(clientSearchTerms('   '), []);
});

test('CLIENT-02 any part of a phone as stored finds it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^9\d{9}$/), fc.nat(9), fc.integer({ min: 1, max: 10 }), (number, from, length) => {
      const part = number.slice(from, from + length);
      assert.ok(finds(part, 'Иванова', `+7 (${number.slice(0, 3)}) ${number.slice(3, 6)}-${number.slice(6)}`));
    }),
  );
});

test('CLIENT-02 what looks the same finds the same, however it was copied', () => {
  const [name, phone] = ['Дар’я Анна‑Мария Müller', '+7 (916) 204-18-35'];
  for (const typed of [
    "дар'я",
    'Дарʼя',
    'анна-мария',
    'Анна\u2011Мария',
    'Müller, Дар’я',
    '«Дар’я»',
    "'muller'",
    'ан\u00ADна',
    '\u200Bmuller.',
    'Дар’я — Müller',
    '204\u201118\u201135',
    '+7 916 204–18–35',
    '\u202A+79162041835\u202C',
    '\u2068+7 916 204-18-35\u2069',
    'тел. +7 916 204-18-35',
    'tel:+79162041835',
    '916/204/18/35',
    '\u200B204-18-35',
  ]) {
    assert.ok(finds(typed, name, phone), typed);
  }
  assert.ok(finds('тел', 'Тельнова Ия', phone));
  assert.ok(!finds('муллер', name, phone));
  assert.ok(!finds('анна и', 'Анна', phone));
  assert.ok(!finds('чаика', 'Чайка', phone));
});

test('CLIENT-02 each of the numbers of a phone finds it', () => {
  const phone = 'моб. 8 916 204-18-35, раб. (495) 204-18-36 доб. 12 или +49 30 901820';
  for (const typed of ['+79162041835', '84952041836', '4930901820', '204-18-36 доб. 12', '8 916 204-18-35, 901820']) {
    assert.ok(finds(typed, 'Иванова', phone), typed);
  }
  assert.ok(!finds('83584', 'Иванова', '8 916 204-18-35, 84952041836'), 'no number of two');
});
