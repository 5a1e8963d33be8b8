import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clientSearchText } from '#domain/clients/client.ts';
import { clientSearchTerms } from '#web/clients/client-search.ts';

const finds = (typed: string, name: string, phone: string) => {
  const terms = clientSearchTerms(typed);
  return terms.length === 0 || terms.some((term) => clientSearchText(name, phone).includes(term));
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
