import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameFinder } from '#domain/erasures/erasure.ts';

test('OWN-05 a name is found in a text word by word and in every case, and not inside other words', () => {
  const found = nameFinder('Анна Алёшина');
  for (const text of ['АННА была', 'разговор с Анной', 'об Анне.', 'у алешиной', 'Алёшину,', '«Анна»', 'анн'])
    assert.ok(found(text), text);
  for (const text of ['', 'аннотация', 'Иоанна', 'алёшинский монастырь стоит', 'Антон']) assert.ok(!found(text), text);
  assert.ok(nameFinder('Ян Цой')('разговор с Цоем'));
  for (const [short, text] of [
    ['Ян', 'Пришёл Ян.'],
    ['Ли Мин', 'госпожа Ли'],
  ] as const)
    assert.ok(nameFinder(short)(text), text);
  for (const text of ['январь', 'Яна', 'баян', 'А']) assert.ok(!nameFinder('Ян А')(text), text);
  assert.ok(!nameFinder('+7 (900) [.*')('7 900 .*'));
  assert.ok(nameFinder('O’Brien Мария-Луиза')('Марии-Луизе'));
});

test('OWN-05 a name is found without the vowel that its other cases leave out', () => {
  for (const [name, texts] of [
    ['Павел', ['Говорили с Павлом', 'у Павла', 'Павлу', 'о Павле', 'Павел']],
    ['Любовь', ['нет Любви', 'с Любовью', 'Любовь']],
    ['Лев', ['у Льва', 'Львом', 'Льву', 'Лев']],
  ] as const) {
    for (const text of texts) assert.ok(nameFinder(name)(text), text);
  }
  for (const text of ['павлины', 'Павловск', 'львёнок-льготник', 'леность', 'любые']) {
    for (const name of ['Лев', 'Любовь']) assert.ok(!nameFinder(name)(text), `${name} ${text}`);
  }
});
