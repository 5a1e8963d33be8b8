import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadsAway } from '#web/practice/record-form/leads-away.ts';

const NOTES = { pathname: '/dashboard/notes', search: { note: 'new' } };
const CLIENTS = { pathname: '/dashboard', search: {} };

test('another screen or another record is away from a form, another search is not', () => {
  assert.ok(leadsAway(NOTES, CLIENTS));
  assert.ok(leadsAway(NOTES, { ...NOTES, search: { note: 'abcdefghij12345' } }), 'another note');
  assert.ok(!leadsAway(NOTES, { ...NOTES, search: { ...NOTES.search, q: 'сон' } }), 'the same form');
});
