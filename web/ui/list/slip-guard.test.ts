import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSlip } from '#web/ui/list/slip-guard.ts';

const pressed = { x: 500, y: 300, row: 'first' };
const again = { ...pressed, row: 'second' };

test('BOOK-02 a second press at once and at the same place means the request that has just left', () => {
  assert.equal(isSlip({ ...again, x: 503, y: 298 }, pressed, 80), true);
  assert.equal(isSlip(again, pressed, 599), true);
});

test('BOOK-02 whoever has seen the next request, or presses elsewhere, is heard', () => {
  assert.equal(isSlip(again, pressed, 600), false);
  assert.equal(isSlip({ ...again, y: 440 }, pressed, 80), false);
  assert.equal(isSlip(again, null, 0), false);
  assert.equal(isSlip(pressed, pressed, 80), false, 'the same one, which is back');
});
