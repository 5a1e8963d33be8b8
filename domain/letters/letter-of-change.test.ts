import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Change, letterOfChange, type Meeting } from '#domain/letters/letter-of-change.ts';

const NOW = 1_000;
const meeting = (values: Partial<Meeting> = {}): Meeting => ({
  client: 'maria',
  startMs: 5_000,
  status: 'scheduled',
  ...values,
});
const due = (change: Partial<Change>) =>
  letterOfChange({ before: null, after: null, toldMs: null, waiting: null, nowMs: NOW, ...change });

test('LETTER-02 LETTER-04 planned, moved and cancelled sessions are told; reserved and past ones are not', () => {
  assert.equal(due({ after: meeting() }), 'session-planned');
  assert.equal(due({ after: meeting({ status: 'reserved' }) }), null);
  assert.equal(due({ after: meeting({ startMs: NOW }) }), null);
  assert.equal(due({ after: meeting({ status: 'completed' }) }), null);
  const before = meeting();
  assert.equal(due({ before, after: meeting({ startMs: 6_000 }) }), 'session-moved');
  assert.equal(due({ before, after: meeting({ startMs: 6_000 }), toldMs: 5_000 }), 'session-moved');
  assert.equal(due({ before, after: meeting({ status: 'canceled' }) }), 'session-cancelled');
  assert.equal(due({ before, after: meeting({ status: 'completed' }) }), null);
  assert.equal(due({ before: meeting({ status: 'reserved' }), after: meeting() }), 'session-planned');
  assert.equal(due({ before: meeting({ startMs: 500 }), after: meeting({ startMs: 500, status: 'canceled' }) }), null);
});

test('LETTER-04 a deleted session is told as cancelled only where a letter named it', () => {
  assert.equal(due({ before: meeting() }), null);
  assert.equal(due({ before: meeting(), toldMs: 5_000 }), 'session-cancelled');
  assert.equal(due({ before: meeting({ startMs: 500 }), toldMs: 500 }), null);
  assert.equal(due({ before: meeting({ status: 'canceled' }), toldMs: null }), null);
});

test('LETTER-04 what waited is replaced, and what the client knows already is not told again', () => {
  const before = meeting();
  const after = meeting({ startMs: 6_000 });
  assert.equal(due({ before, after, waiting: 'session-planned' }), 'session-planned');
  assert.equal(due({ before: after, after: before, toldMs: 5_000, waiting: 'session-moved' }), null);
  assert.equal(due({ before: meeting({ status: 'canceled' }), after: before, toldMs: 5_000 }), null);
});

const anyMeeting = fc.option(
  fc.record({
    client: fc.constant('maria'),
    startMs: fc.integer({ min: 0, max: 3_000 }),
    status: fc.constantFrom('scheduled', 'reserved', 'completed', 'canceled'),
  }),
);

test('LETTER-04 whatever changes, no letter is about the past, and the last told time is the true one', () => {
  fc.assert(
    fc.property(fc.array(anyMeeting, { minLength: 1, maxLength: 8 }), (history) => {
      let before: Meeting | null = null;
      let toldMs: number | null = null;
      for (const after of history) {
        const kind = letterOfChange({ before, after, toldMs, waiting: null, nowMs: NOW });
        if (kind === 'session-cancelled') {
          assert.ok(before && before.startMs > NOW);
          toldMs = null;
        } else if (kind) {
          assert.ok(after && after.startMs > NOW && after.status === 'scheduled');
          toldMs = after.startMs;
        }
        if (after?.status === 'scheduled' && after.startMs > NOW) assert.equal(toldMs, after.startMs);
        before = after;
      }
    }),
    { numRuns: 2_000 },
  );
});
