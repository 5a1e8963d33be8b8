import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasAddress } from '#domain/letters/addresses.ts';
import { discreetName } from '#domain/letters/discreet.ts';
import { mistakeIn } from '#domain/rule.ts';
import { SENDER_NAME_RULE } from '#domain/letters/letter-rules.ts';

const NAMES = [
  "Анна-Мария О'Коннор",
  'Др. Иванова',
  'Др.Иванова',
  'А. П. Чехов',
  'А.П. Чехов',
  'А.П.Чехов',
  'Иванова А.П.',
  'Иванова А.П',
  'J.R.R. Tolkien',
  'J.Smith',
  'Центр "Тихий дом"',
  'Центр «Тихий дом», к.м.н. Петрова',
  'Кабинет 12',
  'Анна, корп. 3, оф. 1204',
  'Иванова и др.',
  'ИП Петрова А.А.',
  'Мария Левченко-Орлова',
  'Ümit Öztürk',
];
const ADDRESSES = [
  'https://sber-vhod.example/lk',
  'sber-vhod.example',
  'sber.ru',
  'SBER.RU',
  't.me/anna',
  'T.me',
  'T.Me',
  'T.ME',
  'сбер.рф',
  'сбер.онлайн',
  'www.sber',
  'anna@example.org',
  'anna＠example．org',
  'sber。ru',
  'xn--90ais.xn--p1ai',
  'a.b.c.co.uk',
  '10.0.0.1',
  '+7 900 111-22-33',
  '8(900)1112233',
  '2202 2020 1234 5678',
  '900–11–22',
  '12345',
  '１２３４５',
];

test('LETTER-05 names of people and practices go out as they are', () => {
  for (const name of NAMES) {
    assert.equal(hasAddress(name), false, name);
    assert.equal(mistakeIn(SENDER_NAME_RULE, name), null, name);
  }
});

test('LETTER-05 no address, name in the net or long number goes out in a name, wherever it stands', () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom(...NAMES), fc.constantFrom(...ADDRESSES)), { maxLength: 4 });
  fc.assert(
    fc.property(pieces, fc.constantFrom(...ADDRESSES), pieces, (before, address, after) => {
      const name = [...before, address, ...after].join(' ');
      assert.ok(hasAddress(name), name);
      assert.notEqual(mistakeIn(SENDER_NAME_RULE, name), null, name);
      const shown = discreetName(name);
      assert.equal(hasAddress(shown), false, shown);
      for (const one of ADDRESSES) assert.ok(!shown.includes(one), shown);
    }),
  );
});

test('LETTER-05 what is left of a name goes out, and a name that is nothing else is the program’s', () => {
  assert.equal(discreetName('Анна Петрова, anna@example.org'), 'Анна Петрова');
  assert.equal(discreetName('Сбербанк: https://sber-vhod.example/lk'), 'Сбербанк');
  assert.equal(discreetName('sber.ru', '+7 900 111-22-33'), 'Кабинет');
  assert.equal(discreetName('sber\u200b.ru'), discreetName('sber .ru'));
});
