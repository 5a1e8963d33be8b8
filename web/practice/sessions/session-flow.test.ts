import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginAt, editOf, eventAfter, flowAfter, type FlowEvent } from '#web/practice/sessions/session-flow.ts';
import { newSessionForm } from '#web/practice/sessions/session-form.ts';

const after = (...events: FlowEvent[]) => events.reduce(flowAfter, beginAt(1));
const stands = (...events: FlowEvent[]) => {
  const { step, question } = after(...events);
  return [step, question];
};
const edit = { wish: { duration: 90 }, edits: ['продолжительность: 1 час → 1 час 30 минут'] };
const NONE = { isEarly: false, repeats: false, edit: null };

test('SESSION-04 a step leads to the next one, and Back leads where it came from', () => {
  assert.deepEqual(stands({ type: 'details' }), [2, null]);
  assert.deepEqual(stands({ type: 'details' }, { type: 'back' }), [1, null]);
  assert.deepEqual(stands({ type: 'details' }, { type: 'ask', question: 'preview' }, { type: 'back' }), [2, null]);
  assert.deepEqual(stands({ type: 'ask', question: 'early' }, { type: 'back' }), [1, null]);
});

test('SESSION-04 Back leads to what is read where a press has led to the texts, and to the form once they are typed', () => {
  const opened = (...events: FlowEvent[]) => events.reduce(flowAfter, beginAt(0)).step;
  assert.equal(opened({ type: 'edit' }), 1);
  assert.equal(opened({ type: 'edit' }, { type: 'details' }, { type: 'back' }), 1);
  assert.equal(opened({ type: 'write' }), 2);
  assert.equal(opened({ type: 'write' }, { type: 'back' }), 0);
  assert.equal(opened({ type: 'write' }, { type: 'back' }, { type: 'draft', step: 2 }), 1);
  assert.equal(opened({ type: 'draft', step: 2 }), 2);
  assert.equal(opened({ type: 'draft', step: 2 }, { type: 'back' }), 1);
});

test('SERIES-01 Back from the dates of a repeated session leads to how it repeats', () => {
  const previewed: FlowEvent = { type: 'ask', question: 'repeat-preview' };
  assert.deepEqual(stands(previewed, { type: 'back' }), [1, 'repeat']);
  assert.deepEqual(stands(previewed, { type: 'back' }, { type: 'back' }), [1, null]);
});

test('SESSION-07 a mistake closes the question and leads to the step that shows it', () => {
  const previewed: FlowEvent[] = [{ type: 'details' }, { type: 'ask', question: 'preview' }];
  assert.deepEqual(stands(...previewed, { type: 'mistakes', step: 1 }), [1, null]);
  assert.deepEqual(stands(...previewed, { type: 'mistakes', step: 2 }), [2, null]);
});

test('SESSION-10 a time that the server refused is remembered', () => {
  const time = { date: '2026-11-23', time: '10:00', duration: 60 };
  const refused: FlowEvent[] = [{ type: 'details' }, { type: 'ask scope', edit }, { type: 'taken', time }];
  assert.deepEqual(stands(...refused), [2, null]);
  assert.equal(after(...refused).refused, time);
});

test('SESSION-07 «Состоялась» for a time ahead is asked about once', () => {
  const early = { ...NONE, isEarly: true };
  assert.deepEqual(eventAfter(beginAt(1), early), { type: 'ask', question: 'early' });
  assert.deepEqual(eventAfter(after({ type: 'agree early' }), early), { type: 'details' });
});

test('SERIES-02 SERIES-05 the last step previews a new series, asks about the series of a session, or saves', () => {
  const last = after({ type: 'details' });
  assert.equal(eventAfter(last, NONE), null);
  assert.deepEqual(eventAfter(last, { ...NONE, repeats: true }), { type: 'ask', question: 'preview' });
  assert.deepEqual(eventAfter(last, { ...NONE, edit }), { type: 'ask scope', edit });
  assert.deepEqual(eventAfter(beginAt(1), { ...NONE, repeats: true, edit }), { type: 'details' });
});

test('SERIES-05 which sessions an edit concerns is asked about the edit as it was', () => {
  const asked = after({ type: 'details' }, { type: 'ask scope', edit });
  assert.deepEqual([asked.question, asked.edit], ['scope', edit]);
  assert.deepEqual(stands({ type: 'details' }, { type: 'ask scope', edit }, { type: 'close' }), [2, null]);
});

test('SERIES-02 a series whose save may have been stored is remembered until that is known', () => {
  const unsure: FlowEvent = { type: 'failed', unsure: '{"client":"anna"}' };
  assert.equal(after(unsure, { type: 'back' }).unsure, '{"client":"anna"}');
  assert.equal(after(unsure, { type: 'failed', unsure: null }).unsure, null);
});

test('SERIES-05 an edit that can concern the series is said in words, day and time as one', () => {
  const stored = newSessionForm(Temporal.Now.plainDateISO('Europe/Moscow').add({ days: 2 }));
  const moved = editOf(stored, { ...stored, time: '11:30', duration: 90 }, 'Europe/Moscow');
  assert.deepEqual(moved?.wish, { start: `${stored.date}T11:30`, duration: 90 });
  assert.match(moved?.edits[0] ?? '', /^[А-Я][а-я]+, \d+ [а-я]+: 09:00 → 11:30$/);
  assert.equal(moved?.edits.length, 2);
  const apart = editOf({ ...stored, date: '2026-12-14' }, { ...stored, date: '2026-12-16' }, 'Europe/Moscow');
  assert.deepEqual(apart?.edits, ['Понедельник, 14 декабря, 09:00 → среда, 16 декабря, 09:00']);
  assert.equal(editOf(stored, { ...stored, news: 'Сон' }, 'Europe/Moscow'), null);
});
