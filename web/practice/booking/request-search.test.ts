import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyFilter } from '#web/practice/booking/request-search.ts';

/** Whether a request passes the filter; evaluates it like the server, but without folding letters. */
function finds(q: string, name: string, phone: string): boolean {
  const filter = historyFilter('u', { q, answer: 'all' });
  const [, , ...terms] = filter.split(' && ');
  return terms.every((term) =>
    [...term.matchAll(/(name:lower|phone) ~ "([^"]*)"/g)].some(([, field, text = '']) =>
      (field === 'phone' ? phone : name.toLowerCase()).includes(text.replaceAll('\\\\', '')),
    ),
  );
}

test('BOOK-06 a request of the history is found by name or phone, however the phone was typed', () => {
  for (const phone of ['+7 (903) 771-40-12', '89037714012', '+79037714012']) {
    for (const typed of ['903', '77140', '771-40', '4012', '+7 (903) 771-40-12', '89037714012']) {
      assert.ok(finds(typed, 'Павел Демин', phone), `${typed} in ${phone}`);
    }
    assert.ok(!finds('77141', 'Павел Демин', phone), phone);
  }
  assert.ok(finds('демин', 'Павел Демин', '1'));
  assert.ok(finds('ПАВЕЛ', 'Павел Демин', '1'));
  assert.ok(!finds('анна', 'Павел Демин', '1'));
});

test('BOOK-06 the filter of the history stays within what the server reads', () => {
  for (const q of [
    '9'.repeat(40),
    '+7 (903) 771-40-12',
    'а б в г д е ж з и к',
    '903 771 401 204 555 666 777',
    '903, 771, 401, 204, 555, 666',
    '903, 771',
    '"%\\',
  ]) {
    const filter = historyFilter('abcdefghij12345', { q, answer: 'rejected' });
    const bare = filter.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '');
    assert.ok((bare.match(/!=|=|~/g)?.length ?? 0) <= 50, q);
    assert.ok(filter.length <= 2000, q);
  }
});
