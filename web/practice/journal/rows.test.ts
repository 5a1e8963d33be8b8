import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalEntry, JournalPage } from '#domain/journal/journal.ts';
import { linesOf, rowsOf } from '#web/practice/journal/rows.ts';

const entry = (record: string): JournalEntry => ({
  created: '2026-11-19 11:05:00.000Z',
  action: 'update',
  subject: 'clients',
  record,
  client: '',
  fields: [],
  count: 1,
  author: 'practitioner',
  address: '',
  device: '',
});

/** A page of two rows out of the total, newest first. */
function pageOf(all: readonly string[], page: number): JournalPage {
  const items = all.slice((page - 1) * 2, page * 2).map(entry);
  return {
    items,
    names: {},
    starts: {},
    days: [],
    page,
    perPage: 2,
    totalItems: all.length,
    totalPages: Math.ceil(all.length / 2),
  };
}

test('a row that moved on between two readings stands once, under the same key', () => {
  const before = ['d', 'c', 'b', 'a'];
  const after = ['e', ...before];
  const rows = rowsOf([pageOf(before, 1), pageOf(after, 2), pageOf(after, 3)]);
  assert.deepEqual(
    [...rows].map(([place, { record }]) => [place, record]),
    [
      [4, 'd'],
      [3, 'c'],
      [2, 'b'],
      [1, 'a'],
    ],
  );
});

test('AUTH-15 what was viewed on a day stands under its changes, and a day without any has its place too', () => {
  const on = (day: number): JournalEntry => ({ ...entry(String(day)), created: `2026-11-${day} 11:05:00.000Z` });
  const views = (day: number) => ({ day: `2026-11-${day}`, clients: 1, lists: [], texts: 0 });
  const page: JournalPage = { ...pageOf([], 1), items: [on(21), on(21), on(19)], totalItems: 3 };
  const days = [views(22), views(21), views(20), views(18)];
  assert.deepEqual(
    linesOf([{ ...page, days }], 'Europe/Moscow').map((line) => ('views' in line ? line.views.day : line.entry.record)),
    ['2026-11-22', '21', '21', '2026-11-21', '2026-11-20', '19', '2026-11-18'],
  );
});
