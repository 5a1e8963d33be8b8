import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dialledNumber, looksLikePhone, phoneNumbers } from '#domain/clients/phone-numbers.ts';

/** '+79162041835,12 20418': of each number whether it is international, its digits and its extension. */
function found(phone: string): string {
  return phoneNumbers(phone)
    .map(
      ({ digits, isInternational, extension }) =>
        `${isInternational ? '+' : ''}${digits}${extension && `,${extension}`}`,
    )
    .join(' ');
}

test('BOOK-02 a number has the same digits however it was typed', () => {
  for (const phone of [
    '+7 (916) 204-18-35',
    '8 916 204 18 35',
    '79162041835',
    '9162041835',
    '8(916)204-18-35',
    '+7 916 204\u201118\u201135',
    '+7\u00A0916\u00A0204–18–35',
    '\u202A+79162041835\u202C',
    '\u2068+7 916 204−18−35\u2069',
    'tel:+79162041835',
    'тел. 8-916-204-18-35',
    '8.916.204.18.35',
    '916/204/18/35',
    '8 (916) 204 - 18 - 35',
    '+89162041835',
    '+7916\u200B2041835',
    '00 7 916 204 18 35',
    '8 916 204-18-35 (мама)',
    'Анна: 8 916 204-18-35',
    '8 916 204-18-35, звонить после 18',
    '8 916 204-18-35 с 10:00 до 20:00',
    '8 916 204-18-35, 10.00–20.00',
    '8 916 204-18-35, род. 12.05.1987',
  ]) {
    assert.equal(found(phone), '+79162041835', phone);
  }
});

test('numbers of other countries and of towns keep their digits', () => {
  for (const [phone, digits] of [
    ['+375 29 123-45-67', '+375291234567'],
    ['375 29 123-45-67', '+375291234567'],
    ['+972 52 123 4567', '+972521234567'],
    ['+49 30/901820', '+4930901820'],
    ['+49 (0)30 901820', '+49030901820'],
    ['0171/1234567', '01711234567'],
    ['050 123 45 67', '0501234567'],
    ['8 10 49 30 901820', '+4930901820'],
    ['+84 912 345 678', '+84912345678'],
    ['998 90 123 45 67', '+998901234567'],
    ['112-233', '112233'],
    ['204-18', '20418'],
  ] as const) {
    assert.equal(found(phone), digits, phone);
  }
});

test('CLIENT-09 a phone may have several numbers, extensions and remarks', () => {
  for (const [phone, numbers] of [
    ['8 (495) 204-18-35 доб. 12', '+74952041835,12'],
    ['8 (495) 204-18-35, доб.12', '+74952041835,12'],
    ['8 (495) 204-18-35 (доб. 12)', '+74952041835,12'],
    ['8 495 204-18-35 вн. 305', '+74952041835,305'],
    ['+7 495 204-18-35 ext 7', '+74952041835,7'],
    ['+7-495-204-18-35;ext=12', '+74952041835,12'],
    ['+7 495 204-18-35 #12', '+74952041835,12'],
    ['+7 495 204-18-35,12', '+74952041835,12'],
    ['+7 916 204-18-36, +7 925 111-22-33', '+79162041836 +79251112233'],
    ['+7 916 204-18-36; 8 925 111-22-33', '+79162041836 +79251112233'],
    ['8 916 204-18-36 / 8 925 111-22-33', '+79162041836 +79251112233'],
    ['8 916 204-18-36 или 8 925 111-22-33', '+79162041836 +79251112233'],
    ['+7 916 204-18-36 ::: +7 925 111-22-33', '+79162041836 +79251112233'],
    ['89162041836 89251112233', '+79162041836 +79251112233'],
    ['9162041836 9251112233', '+79162041836 +79251112233'],
    ['+79162041836+79251112233', '+79162041836 +79251112233'],
    ['+7 916 204-18-36\n+7 925 111-22-33', '+79162041836 +79251112233'],
    ['8 495 204-18-35 доб. 12, моб. 8 925 111-22-33', '+74952041835,12 +79251112233'],
    ['204-18-35, 204-18-36', '2041835 2041836'],
    ['204-18-35/204-18-36', '2041835 2041836'],
    ['204-18-35 или 204-18-36', '2041835 2041836'],
    ['8 (495) 204-18-35/36', '+74952041835'],
    ['дом 112-233, моб. 8 916 204-18-36', '112233 +79162041836'],
  ] as const) {
    assert.equal(found(phone), numbers, phone);
  }
});

test('what is no number is none', () => {
  for (const phone of ['', 'не помню', 'после 18', '+7 (916)', 'доб. 12', '10:00–18:00']) {
    assert.equal(found(phone), '', phone);
  }
});

test('CLIENT-04 what cannot be dialled does not look like a phone', () => {
  for (const phone of ['+7 (916) 204-18-35', '5-18-35', '+49 30 901820', '8 495 123 45 67 доб. 12']) {
    assert.ok(looksLikePhone(phone), phone);
  }
  for (const phone of ['абв123', 'спросить у мамы', '+7 (916)']) assert.ok(!looksLikePhone(phone), phone);
});

test('the code of a door is dialled by nobody', () => {
  assert.equal(dialledNumber('домофон 12345, 8 916 204-18-36')?.digits, '79162041836');
  assert.equal(dialledNumber('не помню'), null);
});

const mobile = fc.stringMatching(/^9[0-8]\d{8}$/);
const sign = fc.constantFrom('', ' ', '-', '\u2011', '–', '.', ') ', ' (', '\u00A0', '\u200B', '\u202F');
/** The same number in groups of two and three, with any signs between them. */
const written = fc
  .tuple(mobile, fc.constantFrom('+7', '8', '', '7'), fc.array(sign, { minLength: 5, maxLength: 5 }))
  .map(([number, code, [a = '', b = '', c = '', d = '', e = '']]) => ({
    number: `7${number}`,
    text: `${code}${a}${number.slice(0, 3)}${b}${number.slice(3, 6)}${c}${number.slice(6, 8)}${d}${number.slice(8)}${e}`,
  }));
const separator = fc.constantFrom(', ', '; ', ' или ', ' / ', '\n', ' ::: ', ', моб. ', ' доб. 12, ', ' (мама) ');

test('CLIENT-09 whatever stands between numbers and in them, each is found', () => {
  fc.assert(
    fc.property(written, written, separator, fc.constantFrom('', 'тел. ', 'моб: '), (one, other, between, before) => {
      assert.deepEqual(
        phoneNumbers(before + one.text + between + other.text).map(({ digits }) => digits),
        [one.number, other.number],
        JSON.stringify([one.text, between, other.text]),
      );
    }),
    { numRuns: 1000 },
  );
});

test('any text has numbers of five to fifteen digits, and none that it does not hold', () => {
  const anything = fc.string({ unit: fc.constantFrom(...Array.from('0123456789+-() ./,;доб. xи\n')), maxLength: 60 });
  fc.assert(
    fc.property(anything, (text) => {
      const digits = text.replace(/\D/g, '');
      for (const number of phoneNumbers(text)) {
        assert.match(number.digits, /^\d{5,16}$/);
        assert.ok(digits.includes(number.digits.slice(1)), JSON.stringify([text, number]));
      }
    }),
    { numRuns: 1000 },
  );
});

test('reading numbers takes time in proportion to the text', () => {
  for (const repeated of ['1 ', '8/', '+7', '18.00-', ' доб. 1', '1(', '.', '12.05.1987 ']) {
    const before = process.cpuUsage();
    phoneNumbers(repeated.repeat(20_000));
    assert.ok(process.cpuUsage(before).user < 300_000, repeated);
  }
});
