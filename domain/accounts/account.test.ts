import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { emailAddress, nameOrMailbox, newPassword, registration } from '#domain/accounts/account.ts';
import { cleanEmail, deliveryAddress, emailKey } from '#domain/accounts/email.ts';
import { mailboxKey } from '#domain/accounts/mailbox.ts';

test('AUTH-01 an empty name becomes the part of the e-mail before @', () => {
  assert.equal(nameOrMailbox('  ', 'anna.belova@example.ru'), 'anna.belova');
  assert.equal(nameOrMailbox('\u200B', 'anna@example.ru'), 'anna');
  assert.equal(nameOrMailbox(' Анна ', 'anna@example.ru'), 'Анна');
});

test('AUTH-01 an address is recognised whatever its case', () => {
  assert.equal(emailKey(' Anna@Example.RU '), 'anna@example.ru');
});

test('an address is counted whatever is written after a plus before its @', () => {
  assert.equal(mailboxKey(' Anna.B+news+1@Example.RU '), 'anna.b@example.ru');
  assert.equal(mailboxKey('+7916@example.ru'), '+7916@example.ru');
  assert.equal(mailboxKey('+7916+news@example.ru'), '+7916@example.ru');
  assert.equal(mailboxKey('anna@exa+mple.ru'), 'anna@exa+mple.ru');
  assert.equal(mailboxKey('no address + at all'), 'no address + at all');
  assert.equal(mailboxKey('anna.b@example.ru'), 'anna.b@example.ru');
});

test('an address is counted as its mailbox, however its provider lets it be written', () => {
  for (const addresses of [
    ['anna.belova@gmail.com', 'ANNABELOVA+1@googlemail.com', 'a.n.n.a.belova+x+y@gmail.com'],
    ['anna-belova@yandex.ru', 'anna.belova@ya.ru', 'Anna.Belova+1@yandex.com', 'anna-belova@yandex.by'],
    ['anna@icloud.com', 'anna+1@me.com'],
    ['anna.b@proton.me', 'annab+2@pm.me', 'anna_b@protonmail.com'],
  ]) {
    assert.equal(new Set(addresses.map(mailboxKey)).size, 1, addresses.join(' '));
  }
  assert.notEqual(mailboxKey('anna.b@mail.ru'), mailboxKey('annab@mail.ru'));
  assert.notEqual(mailboxKey('.@gmail.com'), mailboxKey('..@gmail.com'));
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('gmail.com', 'ya.ru', 'example.ru'), (name, domain) => {
      const key = mailboxKey(`${name}@${domain}`);
      assert.equal(mailboxKey(key), key);
    }),
  );
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

test('AUTH-01 an address in .рф is one address in either of its spellings', () => {
  const key = 'anna@xn--80a1acny.xn--p1ai';
  for (const email of ['anna@почта.рф', 'Anna@ПОЧТА.РФ', ' anna@почта。рф ', key, key.toUpperCase()]) {
    assert.equal(emailKey(email), key, email);
    assert.equal(emailAddress.parse(email), email.trim());
  }
  assert.equal(deliveryAddress('Anna@почта.рф'), `Anna@${key.slice(5)}`);
});

test('AUTH-01 what is no address is none in any script', () => {
  for (const email of [
    'anna@рф',
    'анна@почта.рф',
    'anna@почта..рф',
    'anna@почта.рф/x',
    'anna@почта.рф:25',
    'a@b@почта.рф',
    'anna@-.рф',
    'anna@xn--',
    'anna@example.xn--',
    `anna@${'абвгдежзик'.repeat(24)}.рф`,
  ]) {
    assert.equal(emailAddress.safeParse(email).success, false, email);
  }
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        assert.equal(emailKey(emailKey(text)), emailKey(text));
        if (/^\p{ASCII}*$/u.test(text)) assert.equal(deliveryAddress(text), text);
      },
    ),
  );
});

test('AUTH-01 an address in ASCII is taken and refused as before', () => {
  const before = z.string().trim().min(1).max(254).pipe(z.email());
  const ascii = fc.oneof(fc.emailAddress(), fc.stringMatching(/^[a-z.'+_-]{0,5}@[a-zA-Z0-9.-]{0,10}$/));
  fc.assert(
    fc.property(ascii, (email) => {
      fc.pre(!/xn--/i.test(email));
      assert.equal(emailAddress.safeParse(email).success, before.safeParse(email).success, email);
    }),
  );
});

test('AUTH-01 an address is the same with what cannot be seen, and as other programs copy it', () => {
  for (const typed of [
    '\u200Banna@example.ru',
    'anna@example.ru\u200B',
    '\u202Aanna@example.ru\u202C',
    '\u2068anna@example.ru\u2069',
    'an\u00ADna@exam\u2060ple.ru',
    '\uFEFF anna@example.ru\u00A0',
    'mailto:anna@example.ru',
    '<anna@example.ru>',
    'Анна Белова <anna@example.ru>',
    '"Белова, Анна" <mailto:anna@example.ru>',
  ]) {
    assert.equal(emailAddress.parse(typed), 'anna@example.ru', typed);
    assert.equal(emailKey(typed.toUpperCase()), 'anna@example.ru', typed);
  }
  for (const typed of ['anna@example.ru, boris@example.ru', 'anna @example.ru', '<anna>', 'anna@example.ru>']) {
    assert.equal(emailAddress.safeParse(typed).success, false, typed);
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) =>
      assert.equal(cleanEmail(cleanEmail(text)), cleanEmail(text)),
    ),
  );
});
