import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { looksLikePhone, phoneDigits, showPhone } from '#domain/clients/phone.ts';

test('BOOK-02 a number has the same digits however it was typed', () => {
  for (const phone of ['+7 (916) 204-18-35', '8 916 204 18 35', '79162041835', '9162041835', '8(916)204-18-35']) {
    assert.equal(phoneDigits(phone), '79162041835', phone);
  }
});

test('numbers of other lengths keep their digits', () => {
  assert.equal(phoneDigits('+375 29 123-45-67'), '375291234567');
  assert.equal(phoneDigits('112-233'), '112233');
  assert.equal(phoneDigits('не помню'), '');
});

test('CLIENT-04 what cannot be dialled does not look like a phone', () => {
  for (const phone of ['+7 (916) 204-18-35', '5-18-35', '+49 30 901820', '8 495 123 45 67 доб. 12']) {
    assert.ok(looksLikePhone(phone), phone);
  }
  for (const phone of ['абв123', 'спросить у мамы', '+7 (916)']) assert.ok(!looksLikePhone(phone), phone);
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

test('punctuation never changes the digits', () => {
  const typed = fc.array(fc.tuple(fc.constantFrom('', ' ', '-', '(', ') ', '+', '.'), digits(1)), { maxLength: 15 });
  fc.assert(
    fc.property(typed, (parts) => {
      const plain = parts.map(([, digit]) => digit).join('');
      assert.equal(phoneDigits(parts.flat().join('')), phoneDigits(plain));
    }),
  );
});

test('the digits of the digits are the digits', () => {
  fc.assert(fc.property(fc.string(), (phone) => assert.equal(phoneDigits(phoneDigits(phone)), phoneDigits(phone))));
});

test('showing a number keeps what it is recognised by', () => {
  assert.equal(showPhone('89162041835'), '+7 (916) 204-18-35');
  assert.equal(showPhone(' +375 29 123-45-67 '), '+375 29 123-45-67');
  fc.assert(
    fc.property(fc.oneof(fc.string(), digits(10), digits(11)), (phone) => {
      assert.equal(phoneDigits(showPhone(phone)), phoneDigits(phone));
      assert.equal(showPhone(showPhone(phone)), showPhone(phone));
    }),
  );
});
