import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { phoneNumbers } from '#domain/clients/phone-numbers.ts';
import { phoneInTable, showPhone } from '#domain/clients/phone.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

test('showing a number keeps what it is recognised by', () => {
  assert.equal(showPhone('89162041835'), '+7 (916) 204-18-35');
  assert.equal(showPhone('\u202A+7 916 204\u201118\u201135\u202C'), '+7 (916) 204-18-35');
  assert.equal(showPhone(' +375 29 123-45-67 '), '+375 29 123-45-67');
  fc.assert(
    fc.property(fc.oneof(fc.string(), digits(10), digits(11)), (phone) => {
      assert.deepEqual(phoneNumbers(showPhone(phone)), phoneNumbers(phone));
      assert.equal(showPhone(showPhone(phone)), showPhone(phone));
    }),
  );
});

test('CLIENT-04 more than a number is shown as it was typed', () => {
  for (const phone of ['8 916 204-18-3 доб. 5', '204-18-3, 204-1', '8 916 204 18 35 / 36', '+8412345678 9']) {
    assert.equal(showPhone(phone), phone);
    assert.equal(phoneInTable(phone), phone);
  }
});
