import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalEntry, JournalPage } from '#domain/journal/journal.ts';
import { linesOf } from '#web/practice/journal/rows.ts';

const PAGE: JournalPage = {
  items: [],
  names: {},
  starts: {},
  visitors: {},
  days: [],
  page: 1,
  perPage: 2,
  totalItems: 0,
  totalPages: 1,
};

const on = (day: number): JournalEntry => ({
  created: `2026-11-${day} 11:05:00.000Z`,
  action: 'update',
  subject: 'clients',
  record: String(day),
  client: '',
  fields: [],
  count: 1,
  author: 'practitioner',
  address: '',
  device: '',
});

const views = (day: number) => ({ day: `2026-11-${day}`, clients: 1, lists: [], texts: 0 });

const linesIn = (page: Partial<JournalPage>) => linesOf({ ...PAGE, ...page }, 'Europe/Moscow').items;

test('a row that moved on between two readings keeps its key', () => {
  const before = linesIn({ items: [on(21), on(20)], totalItems: 4 });
  const after = linesIn({ items: [on(20), on(19)], page: 2, totalItems: 5, perPage: 2 });
  assert.deepEqual(
    [...before, ...after].map(({ id, entry }) => [id, entry?.record]),
    [
      ['4', '21'],
      ['3', '20'],
      ['3', '20'],
      ['2', '19'],
    ],
  );
});

test('AUTH-15 what was viewed on a day stands under its changes, and a day without any has its place too', () => {
  const days = [views(22), views(21), views(20), views(18)];
  const lines = linesIn({ items: [on(21), on(21), on(19)], days, totalItems: 3 });
  assert.deepEqual(
    lines.flatMap(({ later, entry, earlier }) => [
      ...later.map(({ day }) => day),
      entry?.record,
      ...earlier.map(({ day }) => day),
    ]),
    ['2026-11-22', '21', '21', '2026-11-21', '2026-11-20', '19', '2026-11-18'],
  );
});

test('AUTH-15 a journal of views alone has its days', () => {
  assert.deepEqual(
    linesIn({ days: [views(22)] }).map(({ entry, later }) => [entry, later.length]),
    [[null, 1]],
  );
});
