import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteValues } from '#domain/notes/note-values.ts';

const NOTE = { title: 'Мысли', content: 'Десять слов о том, как прошла неделя.', date: '2026-11-21 00:00:00.000Z' };

function messages(change: Partial<typeof NOTE>): string[] {
  return (noteValues.safeParse({ ...NOTE, ...change }).error?.issues ?? []).map((issue) => issue.message);
}

test('NOTE-01 a short title, a short text and no date are refused', () => {
  assert.deepEqual(messages({ title: ' М ' }), ['Заголовок должен содержать минимум 2 символа']);
  assert.deepEqual(messages({ content: '123456789 ' }), ['Текст должен содержать минимум 10 символов']);
  assert.deepEqual(messages({ date: '' }), ['Выберите дату']);
});

test('NOTE-01 a title is more than signs, and a text is left as it is typed', () => {
  assert.deepEqual(messages({ title: '***' }), ['Нужна хотя бы одна буква или цифра']);
  const { title, content } = noteValues.parse({
    ...NOTE,
    title: '\u202EМы\u200Bсли',
    content: `${NOTE.content}\u200B*`,
  });
  assert.deepEqual([title, content], ['Мысли', `${NOTE.content}\u200B*`]);
});

test('NOTE-01 the shortest and the longest notes pass', () => {
  assert.deepEqual(messages({ title: 'Да', content: '1234567890' }), []);
  assert.deepEqual(messages({ title: 'з'.repeat(300), content: 'т'.repeat(100_000) }), []);
  assert.equal(messages({ title: 'з'.repeat(301), content: 'т'.repeat(100_001) }).length, 2);
});
