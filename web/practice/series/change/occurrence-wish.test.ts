import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OccurrenceFields, wishOf } from '#web/practice/series/change/occurrence-wish.ts';

const MONDAY: OccurrenceFields = { date: '2026-11-23', time: '10:00', duration: 60, status: 'scheduled' };
const edited = (change: Partial<OccurrenceFields>, begun = false) => wishOf(MONDAY, { ...MONDAY, ...change }, begun);

test('SERIES-05 another day, time, length or kind of plan can concern the series, with the edited fields alone', () => {
  assert.deepEqual(edited({ date: '2026-11-24' }), { start: '2026-11-24T10:00' });
  assert.deepEqual(edited({ time: '11:30' }), { start: '2026-11-23T11:30' });
  assert.deepEqual(edited({ duration: '90' }), { duration: 90 });
  assert.deepEqual(edited({ status: 'reserved' }), { status: 'reserved' });
  assert.deepEqual(edited({ time: '11:30', duration: 90 }), { start: '2026-11-23T11:30', duration: 90 });
});

test('SERIES-05 texts, marks and sessions that are no plan any more concern one session', () => {
  assert.equal(edited({}), null);
  assert.equal(edited({ duration: '60' }), null);
  assert.equal(edited({ status: 'completed', time: '11:30' }), null);
  assert.equal(edited({ status: 'canceled', time: '11:30' }), null);
  assert.equal(wishOf({ ...MONDAY, status: 'canceled' }, MONDAY, false), null);
  assert.equal(
    wishOf({ ...MONDAY, status: 'completed' }, { ...MONDAY, status: 'completed', time: '11:30' }, false),
    null,
  );
  assert.equal(edited({ time: '11:30' }, true), null);
});
