import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameFinder } from '#domain/erasures/erasure.ts';

test('OWN-05 a name is found in a text word by word and in every case, and not inside other words', () => {
  const found = nameFinder('Анна Алёшина');
  for (const text of ['АННА была', 'разговор с Анной', 'об Анне.', 'у алешиной', 'Алёшину,', '«Анна»', 'анн'])
    assert.ok(found(text), text);
  for (const text of ['', 'аннотация', 'Иоанна', 'алёшинский монастырь стоит', 'Антон']) assert.ok(!found(text), text);
  assert.ok(nameFinder('Ян Цой')('разговор с Цоем'));
  assert.ok(!nameFinder('Ян')('Ян'));
  assert.ok(!nameFinder('+7 (900) [.*')('7 900 .*'));
  assert.ok(nameFinder('O’Brien Мария-Луиза')('Марии-Луизе'));
});
