import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeReloadedAt } from '#web/ground/browser/storage.ts';

test('a tab that refuses storage says that it will not remember being loaded again', (t) => {
  assert.ok(writeReloadedAt(1));
  t.mock.method(Object.getPrototypeOf(sessionStorage), 'setItem', () => {
    throw new DOMException('refused', 'SecurityError');
  });
  assert.equal(writeReloadedAt(2), false);
});
