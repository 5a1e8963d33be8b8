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
