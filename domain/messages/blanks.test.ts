import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { blanksOf, filled, MESSAGE_KINDS, messageRule, unknownBlanks } from '#domain/messages/blanks.ts';
import { messageTexts } from '#domain/messages/message-values.ts';
import { mistakeIn } from '#domain/rule.ts';

test('MSG-02 a blank is letters in braces, spelled exactly; what else stands in braces is text', () => {
  for (const kind of MESSAGE_KINDS) {
    assert.deepEqual(
      unknownBlanks(kind, '{дата} {время} {ссылка} {место} {} {12} {дата } { время} {a-b} {{дата}} }{'),
      [],
    );
    assert.deepEqual(unknownBlanks(kind, '{Дата}, {имя} и {имя}, {time}'), ['{Дата}', '{имя}', '{time}']);
    assert.deepEqual(unknownBlanks(kind, '{оплата}'), kind === 'pay' ? [] : ['{оплата}']);
    assert.match(mistakeIn(messageRule(kind), 'Здравствуйте, {имя}') ?? '', /\{имя\}.*\{дата\}/);
    for (const empty of ['', ' ', '\n\u00A0\t', '\u200B', ' \u200B\n']) {
      assert.equal(mistakeIn(messageRule(kind), empty), 'Введите текст');
    }
    assert.equal(mistakeIn(messageRule(kind), 'я'.repeat(1000)), null);
    assert.notEqual(mistakeIn(messageRule(kind), 'я'.repeat(1001)), null);
  }
});

test('MSG-02 every blank of a kind is filled in, once, and nothing else changes', () => {
  const text = fc.array(fc.constantFrom('{дата}', '{время}', '{место}', '{оплата}', '{', '}', 'я', '{имя}', ' '));
  const value = fc.constantFrom('', '4 декабря', '{время}', '$&', '$1');
  fc.assert(
    fc.property(fc.constantFrom(...MESSAGE_KINDS), text, value, (kind, pieces, said) => {
      const values = Object.fromEntries(blanksOf(kind).map((name) => [name, said]));
      const expected = pieces.join('').split(/(\{\p{L}+\})/u);
      assert.equal(
        filled(pieces.join(''), values),
        expected.map((part, at) => (at % 2 === 1 && part.slice(1, -1) in values ? said : part)).join(''),
      );
    }),
  );
});

test('MSG-02 own wordings are texts by kind, and nothing else', () => {
  assert.deepEqual(messageTexts.parse({}), {});
  assert.deepEqual(messageTexts.parse({ planned: ' {дата} ', pay: '{оплата}' }), {
    planned: '{дата}',
    pay: '{оплата}',
  });
  for (const wrong of [
    null,
    [],
    'planned',
    { greeting: 'Здравствуйте' },
    { planned: null },
    { planned: 1 },
    { planned: '' },
    { planned: '{имя}' },
    JSON.parse('{"__proto__": "x"}'),
  ]) {
    assert.ok(!messageTexts.safeParse(wrong).success, JSON.stringify(wrong));
  }
});
