import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shouldHold } from '#domain/letters/held.ts';

test('LETTER-09 letters are held where three of ten are unwelcome, and ten at least', () => {
  assert.equal(shouldHold({ letters: 9, unwelcome: 9 }), false);
  assert.equal(shouldHold({ letters: 10, unwelcome: 10 }), true);
  assert.equal(shouldHold({ letters: 33, unwelcome: 10 }), true);
  assert.equal(shouldHold({ letters: 34, unwelcome: 10 }), false);
  assert.equal(shouldHold({ letters: 300, unwelcome: 89 }), false);
  assert.equal(shouldHold({ letters: 0, unwelcome: 0 }), false);
});
