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
  assert.deepEqual(clientSearchTerms('анна - мария'), [['анна'], ['-'], ['мария']]);
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
