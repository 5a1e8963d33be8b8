import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { inProject } from './lib-project.mjs';

/** Texts that stay as they were specified, with ordinary spaces. */
const SPECIFIED = [
  'Бронирование не найдено',
  'В выбранную дату нет доступных слотов для записи',
  'Войдите в свой аккаунт',
  'Вход в систему',
  'Вы уверены, что хотите удалить клиента',
  'Вы уверены, что хотите удалить эту сессию? Это действие нельзя отменить.',
  'Вы успешно вошли в систему',
  'До даты',
  'Записаться на консультацию',
  'Клиенты не найдены',
  'Мысли о сессии',
  'Назад к сессиям',
  'Не повторять',
  'Не удалось загрузить данные',
  'Не удалось загрузить заметки',
  'Не удалось загрузить настройки доступности',
  'Не удалось отправить заявку. Попробуйте еще раз',
  'Не удалось подтвердить заявку',
  'Не удалось скопировать ссылку',
  'Не удалось скопировать текст',
  'Не удалось сохранить настройки доступности',
  'Не удалось сохранить',
  'Отклонить все от этого отправителя',
  'Подтвердите email перед входом в систему. Проверьте почту.',
  'Пожалуйста, войдите в систему для создания сессии',
  'Поиск по имени или телефону...',
  'Профиль не найден',
  'Психолог не найден',
  'Психолог с такой ссылкой не найден',
  'Психолог свяжется с вами для подтверждения записи',
  'Раз в две недели',
  'Раз в три недели',
  'Раз в четыре недели',
  'Сессии не найдены',
  'Сессия готова к сохранению',
  'Текст скопирован в буфер обмена',
  'перейдите в профиль',
];

/** Comments, and texts that are never broken into lines. */
const APART = /\/\*.*?\*\/|(?<=^|\s)\/\/ [^\n]*|[^\n]*(?:placeholder=|document\.title|staticData)[^\n]*/gs;

/** A word of one or two letters that a line of text can end with. */
const LOOSE = /(?<![\p{L}\d-])[а-яё]{1,2}(?: +|\n\s+)(?=[\p{L}\d«$<{(])/giu;

function looseIn(source: string): string[] {
  let text = source.replaceAll(APART, '');
  for (const whole of SPECIFIED) text = text.replaceAll(whole, '');
  return [...text.matchAll(LOOSE)].map(({ index }) => text.slice(index, index + 40));
}

test('no line of our own texts ends with a word of one or two letters', async () => {
  const found: string[] = [];
  let files = 0;
  for await (const file of glob('web/**/*.{ts,tsx}', { cwd: inProject('.') })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    files += 1;
    found.push(...looseIn(await readFile(inProject(file), 'utf8')).map((text) => `${file}: ${text}`));
  }
  assert.ok(files > 200, String(files));
  assert.deepEqual(found, [], 'a no-break space is missing: \\u00A0 or &nbsp;');
});

test('such words are recognised', () => {
  for (const loose of ["'Нет в сети'", '<p>Нет в\n  архиве</p>', '`на ${day}`', '<b>У {name}</b>'])
    assert.equal(looseIn(loose).length, 1, loose);
  for (const held of ["'Вы\\u00A0в\\u00A0сети'", '// Вы в сети', "'Сессии не найдены'", "'по-русски'"])
    assert.deepEqual(looseIn(held), [], held);
});

/** Words that mean two things to a practitioner, or that nobody says, and what is written in their place. */
const AMBIGUOUS: readonly [RegExp, string][] = [
  [/код\p{L}*\s+восстановления/iu, '«код от записей» opens texts, «запасной код» signs in'],
  [/закрыть\s+записи/iu, '«запись» is an appointment too: «Заблокировать»'],
  [/без\s+препятствий/iu, '«Свободно»'],
  [/выйдите\s+на/iu, '«завершите вход»'],
  [/что\s+нового'/iu, '«Новости клиента», as the form has it'],
  [/(?:не|по|при)\s+(?:является|осуществл)/iu, 'bureaucratic'],
];

function ambiguousIn(source: string): string[] {
  const text = source.replaceAll(APART, '').replaceAll(/&nbsp;|\\u00A0/g, ' ');
  return AMBIGUOUS.flatMap(([words, instead]) => (words.test(text) ? [`${words.source}: ${instead}`] : []));
}

test('no text says in two words what has one, or in one what is two things', async () => {
  const found: string[] = [];
  for (const folder of ['web', 'server', 'domain']) {
    for await (const file of glob(`${folder}/**/*.{ts,tsx}`, { cwd: inProject('.') })) {
      if (/\.test\.tsx?$/.test(file)) continue;
      found.push(...ambiguousIn(await readFile(inProject(file), 'utf8')).map((text) => `${file}: ${text}`));
    }
  }
  assert.deepEqual(found, []);
  assert.equal(ambiguousIn('Введите код\n  восстановления, выйдите&nbsp;на нём').length, 2);
});

/** An attribute of JSX knows entities, and shows the escapes of a string as they are written. */
const SHOWN_ESCAPE = /\s[\w-]+="[^"{]*\\u00A0[^"]*"/g;

test('no attribute shows a person the code of a no-break space', async () => {
  const found: string[] = [];
  for await (const file of glob('web/**/*.tsx', { cwd: inProject('.') })) {
    const source = await readFile(inProject(file), 'utf8');
    found.push(...[...source.matchAll(SHOWN_ESCAPE)].map(([text]) => `${file}: ${text.trim()}`));
  }
  assert.deepEqual(found, []);
  assert.equal(String.raw`<Field failed="Не\u00A0удалось" />`.match(SHOWN_ESCAPE)?.length, 1);
});
