import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { refusalOf } from '#web/public/visit-page/visit-api.ts';
import { afterDeed, afterRead, beforeCancel, type FoundVisit, hasArrived } from '#web/public/visit-page/visit-state.ts';

const visit: VisitPage = {
  kind: 'session',
  status: 'planned',
  start: '2026-11-24T07:00:00Z',
  duration: 60,
  name: 'Анна Петрова',
  timeZone: 'Europe/Moscow',
  cancel: { may: 'yes', until: '2026-11-23T07:00:00Z', paid: false },
  move: { may: 'yes', until: '2026-11-23T07:00:00Z', left: 2 },
  phone: '',
  place: null,
  pay: null,
};
const found: FoundVisit = { status: 'found', visit, done: null, notice: null };
const moved = { ...visit, start: '2026-11-25T07:00:00Z' };

test('VISIT-05 a visit that was moved meanwhile shows its new time and why', () => {
  const state = afterRead({ ...found, done: 'move' }, { kind: 'visit', visit: moved });
  assert.deepEqual(state, { ...found, visit: moved, notice: { kind: 'changed', deed: null } });
  const pressed = afterDeed(found, 'cancel', { kind: 'changed' }, { kind: 'visit', visit: moved });
  assert.deepEqual(pressed, { ...found, visit: moved, notice: { kind: 'changed', deed: 'cancel' } });
});

test('VISIT-03 a refused press keeps the visit, and one that was made meanwhile is not undone by a failed reading', () => {
  assert.deepEqual(afterDeed(found, 'move', { kind: 'unreachable' }, null).status, 'found');
  assert.deepEqual(afterDeed(found, 'move', { kind: 'taken' }, null), found);
  const done: FoundVisit = { ...found, visit: moved, done: 'move' };
  for (const kind of ['unreachable', 'failed', 'limited'] as const) assert.equal(afterRead(done, { kind }), done);
  assert.deepEqual(afterRead(done, { kind: 'visit', visit: moved }), done);
  const cancelled = { ...moved, status: 'cancelled' as const };
  assert.deepEqual(afterRead(done, { kind: 'visit', visit: cancelled }), { ...found, visit: cancelled });
});

test('VISIT-03 a press whose response was lost is known by its effect', () => {
  const cancelled = { ...visit, status: 'cancelled' as const };
  for (const kind of ['unreachable', 'failed'] as const) {
    assert.ok(hasArrived({ kind }, 'move', moved.start, moved));
    assert.ok(!hasArrived({ kind }, 'move', moved.start, visit));
    assert.ok(!hasArrived({ kind }, 'move', moved.start, { ...moved, status: 'cancelled' }));
    assert.ok(hasArrived({ kind }, 'cancel', '', cancelled));
    assert.ok(!hasArrived({ kind }, 'cancel', '', visit));
  }
  assert.ok(!hasArrived({ kind: 'late' }, 'cancel', '', cancelled));
});

test('VISIT-05 a cancellation asks again where it would be another one than the question stated', () => {
  const late = { ...visit, cancel: { ...visit.cancel, may: 'late' as const } };
  const none = { ...visit, cancel: { ...visit.cancel, may: 'no' as const } };
  const before = (fresh: VisitPage) => beforeCancel(found, { kind: 'visit', visit: fresh });
  const notice = (kind: 'terms' | 'changed' | 'late') => ({ kind, deed: 'cancel' });
  assert.equal(before({ ...visit }), null);
  assert.deepEqual(before(late), { ...found, visit: late, notice: notice('terms') });
  const paid = { ...visit, cancel: { ...visit.cancel, paid: true } };
  assert.deepEqual(before(paid), { ...found, visit: paid, notice: notice('terms') });
  assert.deepEqual(before({ ...visit, kind: 'booking' }), {
    ...found,
    visit: { ...visit, kind: 'booking' },
    notice: notice('terms'),
  });
  assert.deepEqual(before(none), { ...found, visit: none, notice: notice('late') });
  assert.deepEqual(before(moved), { ...found, visit: moved, notice: notice('changed') });
  const cancelled = { ...none, status: 'cancelled' as const };
  assert.deepEqual(before(cancelled), { ...found, visit: cancelled }, 'no reason but its end');
  assert.deepEqual(beforeCancel(found, { kind: 'limited' }), { ...found, notice: { kind: 'limited', deed: 'cancel' } });
  const done = { ...none, status: 'cancelled' as const };
  assert.deepEqual(afterDeed({ ...found, visit: late }, 'cancel', { kind: 'visit', visit: done }, null), {
    ...found,
    visit: done,
    done: 'late',
  });
});

test('VISIT-05 a link that ends is unknown, whenever that is found out', () => {
  const unknown = { status: 'unknown' };
  assert.deepEqual(afterRead(found, { kind: 'unknown' }), unknown);
  assert.deepEqual(afterDeed(found, 'cancel', { kind: 'unknown' }, null), unknown);
  assert.deepEqual(afterDeed(found, 'cancel', { kind: 'late' }, { kind: 'unknown' }), unknown);
  assert.deepEqual(afterRead({ status: 'waiting' }, { kind: 'limited' }), { status: 'failed', limited: true });
});

test('each refusal of the server has its meaning', () => {
  const refused = (field: string, code: string) => ({ data: { [field]: { code } } });
  assert.equal(refusalOf(409, refused('start', 'slot_taken')), 'taken');
  assert.equal(refusalOf(409, refused('seen', 'visit_changed')), 'changed');
  assert.equal(refusalOf(409, refused('seen', 'terms_changed')), 'terms');
  assert.equal(refusalOf(400, refused('token', 'too_late')), 'late');
  assert.equal(refusalOf(400, refused('token', 'too_many_moves')), 'moves');
  assert.equal(refusalOf(404, null), 'unknown');
  assert.equal(refusalOf(429, null), 'limited');
  assert.equal(refusalOf(500, null), 'failed');
});
