import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailKey, nameOrMailbox, newPassword, registration, untaggedKey } from '#domain/accounts/account.ts';

test('AUTH-01 an empty name becomes the part of the e-mail before @', () => {
  assert.equal(nameOrMailbox('  ', 'anna.belova@example.ru'), 'anna.belova');
  assert.equal(nameOrMailbox('\u200B', 'anna@example.ru'), 'anna');
  assert.equal(nameOrMailbox(' Анна ', 'anna@example.ru'), 'Анна');
});

test('AUTH-01 an address is recognised whatever its case', () => {
  assert.equal(emailKey(' Anna@Example.RU '), 'anna@example.ru');
});

test('an address is counted whatever is written after a plus before its @', () => {
  assert.equal(untaggedKey(' Anna.B+news+1@Example.RU '), 'anna.b@example.ru');
  assert.equal(untaggedKey('+7916@example.ru'), '@example.ru');
  assert.equal(untaggedKey('anna@exa+mple.ru'), 'anna@exa+mple.ru');
  assert.equal(untaggedKey('no address + at all'), 'no address + at all');
});

test('AUTH-01 registration needs an e-mail and a password of 8 characters and more', () => {
  const valid = { name: '', email: ' anna@example.ru ', password: '12345678' };
  assert.equal(registration.parse(valid).email, 'anna@example.ru');
  for (const email of ['', 'anna', 'anna@', '@example.ru', `${'a'.repeat(250)}@example.ru`]) {
    assert.equal(registration.safeParse({ ...valid, email }).success, false, email);
  }
  assert.equal(newPassword.safeParse('1234567').success, false);
  assert.equal(newPassword.safeParse('я'.repeat(71)).success, true);
  assert.equal(newPassword.safeParse('я'.repeat(72)).success, false);
});
