import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { statusOfSession, visitRights, type VisitRules, type VisitState } from '#domain/visits/visit-rules.ts';

const MINUTE = 60_000;
const START = Temporal.Instant.from('2026-12-01T07:00:00Z');
const rules = (values: Partial<VisitRules> = {}): VisitRules => ({
  cancelHours: 24,
  moveHours: 24,
  maxMoves: 2,
  lateCancel: 'refuse',
  latePaid: false,
  ...values,
});
const visit = (values: Partial<VisitState> = {}): VisitState => ({
  kind: 'session',
  status: 'planned',
  start: START,
  moves: 0,
  ...values,
});

test('VISIT-02 to the minute, whatever the clock does in between: the last one counts as in time', () => {
  const start = fc.integer({ min: Date.UTC(2026, 0) / MINUTE, max: Date.UTC(2037, 0) / MINUTE });
  fc.assert(
    fc.property(start, fc.nat(100), fc.nat(100), (minute, cancelHours, moveHours) => {
      const at = (hours: number, minutes: number): Temporal.Instant =>
        Temporal.Instant.fromEpochMilliseconds(minute * MINUTE)
          .subtract({ hours })
          .add({ minutes });
      const one = visit({ start: at(0, 0) });
      const rightsAt = (now: Temporal.Instant) => visitRights(one, rules({ cancelHours, moveHours }), now);
      const isStarted = cancelHours === 0;
      assert.equal(rightsAt(at(cancelHours, isStarted ? -1 : 0)).cancel.may, 'yes');
      assert.equal(rightsAt(at(cancelHours, 1)).cancel.may, 'no');
      assert.equal(rightsAt(at(moveHours, moveHours === 0 ? -1 : 0)).move.may, 'yes');
      assert.equal(rightsAt(at(moveHours, 1)).move.may, 'no');
      assert.ok(rightsAt(at(0, 0)).cancel.until.equals(at(cancelHours, 0)));
    }),
  );
});

test('VISIT-02 a late cancellation may be noted; moves are counted; what is over or cancelled can only be read', () => {
  const late = START.subtract({ hours: 1 });
  const early = START.subtract({ hours: 48 });
  const noted = visitRights(visit(), rules({ lateCancel: 'note' }), late);
  assert.deepEqual([noted.cancel.may, noted.cancel.paid, noted.move.may], ['late', false, 'no']);
  const paid = rules({ lateCancel: 'note', latePaid: true });
  assert.ok(visitRights(visit(), paid, late).cancel.paid);
  assert.ok(!visitRights(visit(), paid, early).cancel.paid, 'in time it is not paid for');
  assert.deepEqual(visitRights(visit({ moves: 2 }), rules(), early).move.may, 'no');
  assert.equal(visitRights(visit({ moves: 1 }), rules(), early).move.left, 1);
  for (const status of ['cancelled', 'past'] as const) {
    const rights = visitRights(visit({ status }), rules({ lateCancel: 'note' }), early);
    assert.deepEqual([rights.cancel.may, rights.move.may], ['no', 'no']);
  }
  assert.equal(visitRights(visit(), rules({ lateCancel: 'note' }), START).cancel.may, 'no');
});

test('VISIT-04 a waiting request can be withdrawn at any time, and not moved', () => {
  const request = visit({ kind: 'booking', status: 'pending' });
  const rights = visitRights(request, rules(), START.subtract({ minutes: 1 }));
  assert.deepEqual([rights.cancel.may, rights.move.may, rights.move.left], ['yes', 'no', 0]);
});

test('VISIT-05 a session is over at its end, not before', () => {
  const session = { status: 'scheduled', start: START, duration: 60 };
  assert.equal(statusOfSession(session, START.add({ minutes: 59 })), 'planned');
  assert.equal(statusOfSession(session, START.add({ minutes: 60 })), 'past');
  assert.equal(statusOfSession({ ...session, status: 'completed' }, START), 'past');
  assert.equal(statusOfSession({ ...session, status: 'canceled' }, START), 'cancelled');
});
