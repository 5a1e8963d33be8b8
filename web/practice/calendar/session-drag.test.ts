import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '#web/practice/calendar/lay-out-day.ts';
import { afterKey, dragUnder, isMoved, pressOn, type SessionDrag } from '#web/practice/calendar/session-drag.ts';

const SHOWN = { from: 540, to: 1080 };
const GRID = { days: 3, shown: SHOWN };
const COLUMNS = [0, 1, 2].map((day) => ({ left: 80 + day * 120, top: 100, height: 9 * 64 }) as DOMRect);
/** A session from ten to eleven; an hour is 64 pixels. */
const block = { session: { id: 'session00000000' }, part: { after: 0 }, from: 600, to: 660 } as Block;
const press = pressOn(block, 0, { x: 100, y: 180 }, COLUMNS, SHOWN);
const under = (x: number, y: number, current: SessionDrag | null = null) =>
  dragUnder({ x, y }, current, press, COLUMNS, SHOWN);

test('a press that trembles is no drag', () => {
  assert.equal(under(103, 183), null);
  assert.deepEqual(under(100, 186), { block, day: 0, from: 600 });
});

test('a session hangs on the point at which it was gripped', () => {
  assert.deepEqual(under(230, 180 + 64), { block, day: 1, from: 660 });
});

test('a drag that stays on its spot is the same drag, also back at its origin', () => {
  const drag = under(100, 186);
  assert.ok(drag);
  assert.equal(under(101, 182, drag), drag);
  assert.notEqual(under(230, 182, drag), drag);
});

test('a session dropped where it stood has not moved', () => {
  assert.ok(!isMoved({ block, day: 0, from: 600 }, 0));
  assert.ok(isMoved({ block, day: 1, from: 600 }, 0));
  assert.ok(isMoved({ block, day: 0, from: 615 }, 0));
});

test('by keyboard Shift takes a session up, arrows carry it within the grid, and one key ends it', () => {
  const key = (name: string, carried: SessionDrag | null, shiftKey = false) =>
    afterKey({ key: name, shiftKey }, { block, day: 0, carried }, GRID);
  assert.equal(key('ArrowDown', null), null, 'without Shift an arrow scrolls');
  assert.equal(key('Enter', null), null, 'Enter opens the session');
  const taken = key('ArrowDown', null, true);
  assert.deepEqual(taken, { kind: 'carried', drag: { block, day: 0, from: 615 } });
  const carried = { block, day: 0, from: 615 };
  assert.deepEqual(key('ArrowLeft', carried), { kind: 'carried', drag: carried }, 'the week ends here');
  assert.deepEqual(key('ArrowRight', { ...carried, day: 2 }), { kind: 'carried', drag: { ...carried, day: 2 } });
  assert.deepEqual(key('Enter', carried), { kind: 'dropped' });
  assert.deepEqual(key(' ', carried), { kind: 'dropped' });
  assert.deepEqual(key('Escape', carried), { kind: 'put-back' });
  assert.equal(key('a', carried), null);
});

test('CAL-03 a session over midnight moves by its part of the next day as by its own', () => {
  const start = Temporal.ZonedDateTime.from('2026-11-15T23:00[Europe/Moscow]');
  const late = { session: { id: 'late00000000000' }, start, part: { after: 1 }, from: 0, to: 30 } as Block;
  const shown = { from: 0, to: 1080 };
  const columns = [0, 1, 2].map((day) => ({ left: 80 + day * 120, top: 100, height: 18 * 64 }) as DOMRect);
  const pressed = pressOn(late, 0, { x: 100, y: 110 }, columns, shown);
  const to = (x: number, y: number) => dragUnder({ x, y }, null, pressed, columns, shown);
  assert.deepEqual(to(100, 110 + 16), { block: late, day: -1, from: 1395 });
  assert.deepEqual(to(230, 110), { block: late, day: 0, from: 1380 });
  assert.deepEqual(to(100, 110 + 128), { block: late, day: 0, from: 60 });
  assert.ok(!isMoved({ block: late, day: -1, from: 1380 }, 0));
  assert.ok(isMoved({ block: late, day: 0, from: 0 }, 0));
  const taken = afterKey(
    { key: 'ArrowDown', shiftKey: true },
    { block: late, day: 0, carried: null },
    { days: 3, shown },
  );
  assert.deepEqual(taken, { kind: 'carried', drag: { block: late, day: -1, from: 1395 } });
});
