import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeaveQuestion } from '#web/practice/record-form/leave-question.ts';

const NOTES = { pathname: '/dashboard/notes', search: { note: 'new' } };
const CLIENTS = { pathname: '/dashboard', search: {} };
const form = (unsaved: boolean, long = unsaved) => ({ isUnsaved: () => unsaved, isLong: () => long });

test('a link away from unsaved text waits for an answer, any other does not', () => {
  const question = new LeaveQuestion();
  assert.ok(question.stops(form(true), NOTES, CLIENTS));
  assert.ok(question.stops(form(true), NOTES, { ...NOTES, search: { note: 'abcdefghij12345' } }), 'another note');
  assert.ok(!question.stops(form(true), NOTES, { ...NOTES, search: { ...NOTES.search, q: 'сон' } }), 'the same form');
  assert.ok(!question.stops(form(false), NOTES, CLIENTS));
});

test('a decision is asked for once, and holds until the form is opened again', () => {
  const question = new LeaveQuestion();
  const went: string[] = [];
  question.ask('leave', form(true), () => went.push('closed'));
  assert.equal(question.state(), 'leave');
  assert.deepEqual(went, []);
  question.go();
  assert.deepEqual(went, ['closed']);
  assert.ok(!question.stops(form(true), NOTES, CLIENTS), 'closing leads to another address');
  question.reset();
  assert.ok(question.stops(form(true), NOTES, CLIENTS));
});

test('who stays goes nowhere', () => {
  const question = new LeaveQuestion();
  question.ask('discard', form(true), () => assert.fail('left'));
  question.reset();
  assert.equal(question.state(), 'open');
});

test('a short text is thrown away without a question, and left with one', () => {
  const question = new LeaveQuestion();
  const went: string[] = [];
  question.ask('discard', form(true, false), () => went.push('discarded'));
  assert.deepEqual([question.state(), went], ['left', ['discarded']]);
  question.ask('leave', form(true, false), () => went.push('left'));
  assert.deepEqual([question.state(), went], ['leave', ['discarded']]);
});

test('a form without changes is left at once', () => {
  const question = new LeaveQuestion();
  const went: string[] = [];
  question.ask('leave', form(false), () => went.push('left'));
  assert.deepEqual(went, ['left']);
});
