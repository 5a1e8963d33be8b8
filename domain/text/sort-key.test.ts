import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sortKey } from '#domain/text/sort-key.ts';

function sorted(names: readonly string[]): string[] {
  return names.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
}

test('CLIENT-11 names stand as in a dictionary, whatever their case, with ё beside е', () => {
  const names = [
    'Adam',
    'Żelazny',
    'Анна Ли',
    'Анна-Мария',
    'Ґанна',
    'Ёжикова',
    'ежова',
    'Єва',
    'Жанна',
    'Ира',
    'Івана',
    'Їржі',
    'Йована',
    'Қанат',
    'Лена',
    '«Нюра» Петрова',
    'Нюся',
    'Әсем',
    'Яна',
  ];
  const wanted = [
    'Adam',
    'Żelazny',
    'Анна Ли',
    'Анна-Мария',
    'Әсем',
    'Ґанна',
    'Ёжикова',
    'ежова',
    'Єва',
    'Жанна',
  ].concat(['Ира', 'Івана', 'Їржі', 'Йована', 'Қанат', 'Лена', '«Нюра» Петрова', 'Нюся', 'Яна']);
  assert.deepEqual(sorted(names.toReversed()), wanted);
});

test('CLIENT-11 names in the letters of Russia and its neighbours stand in the order of Unicode', () => {
  const { compare } = new Intl.Collator('ru', { sensitivity: 'base' });
  const letter = fc.constantFrom(...Array.from('абвгғдеєжзиійкқлмнңоөпрстуүфхһцчшщъыьэюяәёАЁІЯ'));
  const name = fc.string({ unit: letter, minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(name, name, (one, other) => {
      const order = compare(one, other);
      if (order !== 0) assert.equal(sortKey(one) < sortKey(other), order < 0, `${one} ${other}`);
    }),
    { numRuns: 5000 },
  );
});

test('two names of the same key are the same name', () => {
  const name = fc.string({ unit: fc.constantFrom('е', 'ё', 'Е', '-', '—', '"', ' ', 'a', 'á') });
  fc.assert(
    fc.property(name, name, (one, other) => {
      if (sortKey(one) === sortKey(other)) assert.equal(one.trim(), other.trim());
      assert.ok(!sortKey(one).includes('\0'));
    }),
  );
});
