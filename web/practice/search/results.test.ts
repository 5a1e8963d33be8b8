import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Found } from '#web/practice/search/found.ts';
import type { ResultGroup } from '#web/practice/search/result.ts';
import { MENU_ITEMS } from '#web/practice/screens/menu-items.ts';
import { resultGroups } from '#web/practice/search/results.ts';

const NOT_FOUND: Found = { clients: [], upcoming: [], past: [] };
const OPTIONS = { timeZone: 'Europe/Moscow', mayAddClient: true, today: Temporal.PlainDate.from('2026-11-18') };
const anna = { id: 'c1', name: 'Ковальчук Анна', phone: '+7 (916) 204-18-35', archived: false, namesake: false };

function titles(groups: ResultGroup[]): Record<string, string[]> {
  return Object.fromEntries(groups.map(({ name, results }) => [name, results.map(({ title }) => title)]));
}

test('without a text the palette offers every screen and what can be begun', () => {
  const { Действия: actions = [], ...others } = titles(resultGroups('  ', NOT_FOUND, OPTIONS));
  assert.deepEqual(others, {});
  assert.deepEqual(actions.slice(0, 3), ['Новая сессия', 'Новая заметка', 'Добавить клиента']);
  assert.equal(actions.length, 11);
});

test('a found client is offered with a new session', () => {
  const groups = titles(resultGroups('анна', { ...NOT_FOUND, clients: [anna] }, OPTIONS));
  assert.deepEqual(groups, {
    Клиенты: ['Ковальчук Анна'],
    Действия: ['Новая сессия: Ковальчук Анна'],
  });
});

test('CLIENT-11 an archived client is found and says so, and gets no new session', () => {
  const [clients, ...others] = resultGroups('анна', { ...NOT_FOUND, clients: [{ ...anna, archived: true }] }, OPTIONS);
  assert.deepEqual(
    clients?.results.map(({ detail }) => detail),
    ['В\u00A0архиве, +7 (916) 204-18-35'],
  );
  assert.deepEqual(others, []);
});

test('screens are found by any part of their names', () => {
  const { Действия: actions } = titles(resultGroups('ЗАПИСЬ', NOT_FOUND, { ...OPTIONS, mayAddClient: false }));
  assert.deepEqual(actions, ['Онлайн-запись']);
});

test('each screen of the menu is offered by its name', () => {
  for (const { label } of MENU_ITEMS) {
    const { Действия: actions = [] } = titles(resultGroups(label, NOT_FOUND, OPTIONS));
    assert.ok(actions.includes(label), label);
  }
});

test('dates are the practitioner’s own, the nearest session ahead comes first', () => {
  const session = (id: string, date: string) => ({ id, date, expand: { client: { name: 'Анна' } } }) as never;
  const found = {
    ...NOT_FOUND,
    upcoming: [session('a', '2026-11-23 22:00:00.000Z')],
    past: [session('b', '2026-11-18 12:00:00.000Z')],
  };
  const [sessions] = resultGroups('анна', found, OPTIONS);
  assert.deepEqual(
    sessions?.results.map(({ detail }) => detail),
    ['24.11.2026 01:00', '18.11.2026 15:00'],
  );
});

test('more than is shown leads to the whole list', () => {
  const clients = Array.from({ length: 6 }, (_, index) => ({ ...anna, id: `c${index}` }));
  const [group] = resultGroups('анна', { ...NOT_FOUND, clients }, OPTIONS);
  assert.equal(group?.results.length, 6);
  assert.equal(group?.results.at(-1)?.title, 'Все найденные клиенты');
  assert.equal(group?.results.filter(({ record }) => record).length, 5);
});

test('a typed date leads to its day, other numbers do not', () => {
  const days = (typed: string) => {
    const { Действия: actions = [] } = titles(resultGroups(typed, NOT_FOUND, OPTIONS));
    return actions.filter((title) => title.startsWith('Открыть день'));
  };
  assert.deepEqual(days('28.11.2016'), ['Открыть день: понедельник, 28 ноября 2016']);
  assert.deepEqual(days('1.12'), ['Открыть день: вторник, 1 декабря 2026']);
  assert.deepEqual(days('3 мая'), ['Открыть день: воскресенье, 3 мая 2026']);
  for (const other of ['31.02.2026', '2016', '18112026', '8916 204', '10:00', 'анна', '']) {
    assert.deepEqual(days(other), [], other);
  }
});
