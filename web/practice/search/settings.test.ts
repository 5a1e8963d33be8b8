import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { findSettings, SETTINGS } from '#web/practice/search/settings.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('CARD-06 every section of the profile is found by its name', async () => {
  const source = await read('account/profile/sections.tsx');
  const sections = Array.from(source.matchAll(/\{\s*id: '(\w*)',\s*title: '([^']+)'/g), ([, id = '', title = '']) => ({
    id,
    title: title.replaceAll(String.raw`\u00A0`, '\u00A0'),
  }));
  assert.ok(sections.length >= 10);
  for (const { id, title } of sections) {
    const [first] = findSettings(title);
    assert.equal(first?.title, title);
    assert.deepEqual(
      [first?.to, first?.section ?? ''],
      id === 'journal' ? ['/dashboard/profile/journal', ''] : ['/dashboard/profile', id],
    );
  }
  const ids = new Set(sections.map(({ id }) => id));
  for (const { section = '', title } of SETTINGS) assert.ok(ids.has(section), title);
});

test('CARD-06 every setting leads to a screen', async () => {
  const source = await read('router.tsx');
  const paths = new Set(Array.from(source.matchAll(/path: '\/([\w-]*)'/g), ([, path = '']) => path));
  for (const { to, title } of SETTINGS) for (const part of to.slice(1).split('/')) assert.ok(paths.has(part), title);
});

test('CARD-06 settings are found by what people call them', () => {
  const titles = (typed: string) => findSettings(typed).map(({ title }) => title.replaceAll('\u00A0', ' '));
  assert.equal(titles('пароль')[0], 'Пароль');
  assert.equal(titles('журнал')[0], 'Журнал');
  assert.equal(titles('НАПОМИНАНИЯ')[0], 'Напоминание');
  assert.equal(titles('напомин')[0], 'Напоминание');
  assert.equal(titles('отпуск')[0], 'Выходные дни и отпуск');
  assert.ok(titles('сменить пароль').includes('Пароль'));
  assert.ok(titles('телеграм').includes('Готовые сообщения'));
  assert.ok(titles('2fa').includes('Двухфакторный вход'));
  assert.ok(titles('скачать').includes('Мои данные'));
  for (const typed of ['', ' ', 'п', 'ароль', 'матер', 'ковальчук']) assert.deepEqual(titles(typed), [], typed);
});
