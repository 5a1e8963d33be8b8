import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { composed } from '#domain/text/storable.ts';
import { fold } from '#domain/text/fold.ts';
import { foldedPlaces } from '#domain/text/folded-places.ts';
import { anyCharacter } from '#proofs/support/any-character.ts';

test('CLIENT-02 folding forgets the case of Cyrillic and counts ё as е', () => {
  assert.equal(fold('Алёна ПЁТР Smith'), 'алена петр smith');
});

test('CLIENT-02 what looks the same folds to the same', () => {
  for (const [one, others] of [
    ["дар'я", ['Дар’я', 'Дарʼя', 'Дар`я', 'Дар´я', 'Дар′я', 'Дар\u2018я', 'Да\u00ADр\u2019я']],
    [
      'анна-мария',
      ['Анна‑Мария', 'Анна–Мария', 'Анна—Мария', 'Анна−Мария', 'Ан\u200Bна‐Мария', '\u202AАнна-Мария\u202C'],
    ],
    ['анна ли', ['Анна\u00A0Ли', 'Анна\u202FЛи', 'А\u0301нна Ли', '\uFEFFАнна Ли']],
    ['"нюра"', ['«Нюра»', '„Нюра“', '“Нюра”']],
    ['чайная', ['Чай\u00ADная', 'Чаи\u0306ная']],
    ['алена', ['Алёна', 'Але\u0308на', 'АЛЁ\u0301НА']],
    ['zelazny lodz', ['Żelazny Łódź']],
    ['muller orsted', ['Müller Ørsted', 'Mu\u0308ller Ørsted']],
    ['istanbul', ['İstanbul', 'ıstanbul']],
    ['ένας', ['ενας']],
  ] as const) {
    for (const other of others) assert.equal(fold(other), fold(one), other);
    assert.equal(fold(fold(one)), fold(one));
  }
});

test('CLIENT-02 letters of Russian, Ukrainian, Belarusian and Kazakh stay letters of their own', () => {
  const letters = Array.from('абвгґғдеєжзиіїйкқлмнңоөпрстуўұүфхһцчшщъыьэюяә');
  assert.equal(new Set(letters.map(fold)).size, letters.length);
  for (const letter of letters) {
    assert.equal(fold(letter.toUpperCase()), letter);
    assert.equal(fold(letter.normalize('NFD')), letter);
  }
});

const anyText = fc.string({
  unit: fc.oneof(
    anyCharacter,
    fc.constantFrom(
      '\u0301',
      '\u0308',
      '\u0306',
      '\u0300',
      'е',
      'и',
      'и\u0306',
      'é',
      'ς',
      'Σ',
      'İ',
      '\u200B',
      '’',
      '—',
      ' ',
    ),
  ),
});

test('folding a folded text changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => assert.equal(fold(fold(text)), fold(text))),
    { numRuns: 2000 },
  );
});

test('a folded text is composed, and the form of Unicode makes no difference', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(fold(text), fold(text).normalize());
      assert.equal(fold(text.normalize('NFD')), fold(text));
    }),
    { numRuns: 1000 },
  );
});

test('each letter of a folded text knows where it comes from', () => {
  fc.assert(
    fc.property(anyText, fc.nat(20), fc.nat(5), (text, from, length) => {
      const places = foldedPlaces(text);
      if (!places) return;
      const part = places.folded.slice(from, from + length);
      if (part === '' || /^\p{M}|^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/u.test(part)) return;
      const whole = text.slice(places.starts[from], places.ends[from + part.length - 1]);
      assert.ok(fold(whole).includes(part), JSON.stringify([text, part, whole]));
    }),
    { numRuns: 1000 },
  );
  const text = 'Со\u00ADли, Дар’я Żelazny';
  const places = foldedPlaces(text);
  const at = places?.folded.indexOf("дар'я") ?? -1;
  assert.equal(text.slice(places?.starts[at], places?.ends[at + 4]), 'Дар’я');
});

test('folding and composing take time in proportion to the text, whatever stands on its letters', () => {
  for (const repeated of ['\u0301\u0316', '\u0316\u0301а', '\u200Bе\u0308', '’—«', 'ё', '\u0308\u0301']) {
    const text = `é${repeated.repeat(50_000)}`;
    const before = process.cpuUsage();
    fold(text);
    composed(text);
    foldedPlaces(text);
    assert.ok(process.cpuUsage(before).user < 500_000, repeated);
  }
});
