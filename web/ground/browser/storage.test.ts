import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasJustReloaded, noteReload } from '#web/ground/browser/storage.ts';

test('a tab reloads by itself once in half a minute, and not at all where it cannot note that', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  assert.equal(hasJustReloaded(), false);
  assert.ok(noteReload());
  assert.ok(hasJustReloaded());
  t.mock.timers.tick(30_000);
  assert.equal(hasJustReloaded(), false);
  t.mock.method(Object.getPrototypeOf(sessionStorage), 'setItem', () => {
    throw new DOMException('refused', 'SecurityError');
  });
  assert.equal(noteReload(), false);
});
