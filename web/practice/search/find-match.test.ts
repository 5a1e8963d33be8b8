import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '#domain/text/fold.ts';
import { findMatches } from '#web/practice/search/find-match.ts';

function found(text: string, typed: string): string | null {
  const lit = findMatches(text, typed).map(({ start, end }) => text.slice(start, end));
  return lit.length > 0 ? lit.join('|') : null;
}

test('a match is found without regard to case and ё', () => {
  assert.equal(found('Ковальчук Анна Сергеевна', 'анна'), 'Анна');
  assert.equal(found('Дёмин Павел', 'ДЕМИН п'), 'Дёмин П');
  assert.equal(found('Ковальчук Анна', 'пётр'), null);
  assert.equal(found('Ковальчук Анна', '  '), null);
});

test('words are found in any order, and lit as one where they follow one another', () => {
  assert.equal(found('Смирнов Олег Петрович', 'олег смир'), 'Смир|Олег');
  assert.equal(found('Смирнов Олег Петрович', 'олег смирнов'), 'Смирнов Олег');
  assert.equal(found('Смирнов Олег Петрович', 'смирнов петр'), 'Смирнов|Петр');
});

test('a phone is found by its digits, as +7 and as 8', () => {
  assert.equal(found('+7 (916) 204-18-35', '916204'), '916) 204');
  assert.equal(found('+7 (916) 204-18-35', '89162041835'), '+7 (916) 204-18-35'.slice(1));
  assert.equal(found('+7 (916) 204-18-35', '(916) 204'), '(916) 204');
  assert.equal(found('+7 (916) 204-18-35', '555'), null);
});

test('whatever is cut out of a text is found in it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[а-яёА-ЯЁ ]{1,30}$/), fc.nat(29), fc.nat(29), (text, a, b) => {
      const part = text.slice(Math.min(a, b), Math.max(a, b) + 1).trim();
      fc.pre(part !== '' && part.split(/\s+/).length <= 8);
      const lit = findMatches(text, part);
      assert.ok(lit.length > 0);
      for (const word of part.split(/\s+/)) {
        assert.ok(lit.some(({ start, end }) => fold(text.slice(start, end)).includes(fold(word))));
      }
      for (const [index, { start, end }] of lit.entries()) {
        assert.ok(start < end && start >= (lit[index - 1]?.end ?? 0));
      }
    }),
  );
});

test('CLIENT-02 what is highlighted are the letters of the text, however they are written', () => {
  assert.equal(found('Дар’я Ковальчук', "дар'я"), 'Дар’я');
  assert.equal(found('Ан\u00ADна‑Мария Ли', 'анна-мария'), 'Ан\u00ADна‑Мария');
  assert.equal(found('А\u0301нна Чаи\u0306ка', 'анна чай'), 'А\u0301нна Чаи\u0306');
  assert.equal(found('Żelazny Piotr, Müller', 'zelazny muller'), 'Żelazny|Müller');
  assert.equal(found('İpek Yılmaz', 'yilmaz'), 'Yılmaz');
  assert.equal(found('«Нюра» Петрова', 'Петрова, "Нюра"'), 'Нюра|Петрова');
  assert.equal(found('8 (916) 204‑18‑35', '+7 916 204-18-35'), '916) 204‑18‑35');
});
