import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Found } from '#web/practice/search/found.ts';
import { type ResultGroup, resultGroups } from '#web/practice/search/results.ts';

const NOT_FOUND: Found = { clients: [], upcoming: [], past: [], notes: [] };
const OPTIONS = { timeZone: 'Europe/Moscow', mayAddClient: true };
const anna = { id: 'c1', name: 'Ковальчук Анна', phone: '+7 (916) 204-18-35', archived: false };

function titles(groups: ResultGroup[]): Record<string, string[]> {
  return Object.fromEntries(groups.map(({ name, results }) => [name, results.map(({ title }) => title)]));
}

test('without a text the palette offers every screen and what can be begun', () => {
  const { Действия: actions = [], ...others } = titles(resultGroups('  ', NOT_FOUND, OPTIONS));
  assert.deepEqual(others, {});
  assert.deepEqual(actions.slice(0, 3), ['Новая сессия', 'Новая заметка', 'Добавить клиента']);
  assert.equal(actions.length, 10);
});

test('a found client is offered with a new session, a name that may be new as a client', () => {
  const groups = titles(resultGroups('анна', { ...NOT_FOUND, clients: [anna] }, OPTIONS));
  assert.deepEqual(groups, {
    Клиенты: ['Ковальчук Анна'],
    Действия: ['Новая сессия: Ковальчук Анна', 'Добавить клиента «анна»'],
  });
});

test('CLIENT-11 an archived client is found and says so, and gets no new session', () => {
  const [clients, actions] = resultGroups('анна', { ...NOT_FOUND, clients: [{ ...anna, archived: true }] }, OPTIONS);
  assert.deepEqual(
    clients?.results.map(({ detail }) => detail),
    ['В\u00A0архиве, +7 (916) 204-18-35'],
  );
  assert.deepEqual(
    actions?.results.map(({ id }) => id),
    ['add-client'],
  );
});

test('no client is added at the limit, nor by a date or a phone', () => {
  const atLimit = { ...OPTIONS, mayAddClient: false };
  assert.deepEqual(titles(resultGroups('анна', NOT_FOUND, atLimit)), {});
  assert.deepEqual(titles(resultGroups('18.11.2026', NOT_FOUND, OPTIONS)), {});
  assert.deepEqual(titles(resultGroups('8 916', NOT_FOUND, OPTIONS)), {});
});

test('screens are found by any part of their names', () => {
  const { Действия: actions } = titles(resultGroups('ЗАПИСЬ', NOT_FOUND, { ...OPTIONS, mayAddClient: false }));
  assert.deepEqual(actions, ['Онлайн-запись']);
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
