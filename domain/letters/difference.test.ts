import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  differences,
  kindOf,
  leavesAt,
  type PressedMeeting,
  type Said,
  type Standing,
  standingOf,
} from '#domain/letters/difference.ts';

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;
const said = (startMs: number, duration = 60, place = ''): Said => ({ startMs, duration, place });
const TEN = said(5_000 * MINUTE);
const ELEVEN = said(5_060 * MINUTE);
const meeting = (values: Partial<PressedMeeting>): PressedMeeting => ({
  session: 'one',
  told: null,
  isDoubtful: false,
  before: null,
  now: 'gone',
  isDeleted: false,
  asked: null,
  ...values,
});
const kind = (...meetings: Partial<PressedMeeting>[]) =>
  kindOf(
    differences(
      meetings.map((values, at) => meeting({ session: `m${at}`, ...values })),
      NOW,
    ).differences,
  );

test('LETTER-02 LETTER-04 a client is told what differs from what they were told last', () => {
  assert.equal(kind({ before: 'gone', now: TEN }), 'session-planned');
  assert.equal(kind({ told: TEN, before: TEN, now: ELEVEN }), 'session-moved');
  assert.equal(kind({ told: TEN, before: TEN, now: { ...ELEVEN, duration: 90 } }), 'session-moved');
  assert.equal(kind({ told: TEN, before: TEN, now: { ...TEN, duration: 90 } }), 'session-changed');
  assert.equal(kind({ told: TEN, before: TEN, now: { ...TEN, place: 'park' } }), 'session-changed');
  assert.equal(kind({ told: TEN, before: TEN, now: 'gone' }), 'session-cancelled');
});

test('LETTER-04 a client who was told what holds gets nothing, and what was never told is not called off', () => {
  assert.equal(kind({ told: TEN, before: ELEVEN, now: TEN }), null);
  assert.equal(kind({ before: TEN, now: 'gone' }), null);
  assert.equal(kind({ told: said(NOW - MINUTE), before: TEN, now: 'gone' }), null, 'its hour is over');
  assert.equal(kind({ told: TEN, before: TEN, now: 'quiet' }), null, 'reserved');
  assert.equal(kind({ told: TEN, before: 'quiet', now: 'gone' }), 'session-cancelled');
  const [off] = differences([meeting({ told: TEN, before: ELEVEN, now: 'gone' })], NOW).differences;
  assert.deepEqual(off?.was, TEN, 'the hour that was told, not the one that stood');
});

test('LETTER-02 LETTER-04 what was asked for, confirmed and called off before its letter is refused, once', () => {
  assert.equal(kind({ asked: TEN, now: 'gone' }), 'request-rejected');
  const [refused] = differences([meeting({ asked: TEN, before: ELEVEN, now: 'gone' })], NOW).differences;
  assert.deepEqual(refused?.was, TEN, 'the hour that they asked for');
  assert.equal(kind({ told: TEN, asked: null, now: 'gone' }), 'session-cancelled', 'its letter went');
  assert.equal(kind({ asked: said(NOW - MINUTE), now: 'gone' }), null, 'its hour is over');
  assert.equal(kind({ asked: TEN, before: TEN, now: TEN }), null, 'called off and taken back');
  assert.equal(kindOf(differences([meeting({ asked: TEN, now: TEN })], NOW).differences, true), 'request-approved');
});

test('LETTER-04 a meeting that stood without a letter and is moved is the same meeting at another hour', () => {
  const moved = meeting({ before: TEN, now: ELEVEN });
  assert.equal(kind(moved), 'session-moved');
  assert.deepEqual(differences([moved], NOW).differences[0]?.was, TEN);
  assert.equal(kind(moved, moved), 'series-moved');
  assert.equal(kind({ before: TEN, now: { ...TEN, duration: 90 } }), 'session-planned', 'at its hour it is told whole');
  assert.equal(kind({ before: 'gone', now: ELEVEN }), 'session-planned', 'planned and moved before its letter left');
  assert.equal(kind({ before: 'quiet', now: ELEVEN }), 'session-planned', 'reserved before');
});

test('LETTER-04 an undo sends nothing, also of a meeting that no letter named', () => {
  assert.equal(kind({ before: TEN, now: TEN }), null);
  assert.equal(kind({ told: ELEVEN, before: TEN, now: TEN }), null, 'moved without a word before');
  assert.equal(kind({ told: ELEVEN, before: null, now: TEN }), 'session-moved', 'the client themselves moved it');
});

test('LETTER-04 what is leaving just now is told once more, in case it was refused', () => {
  assert.equal(kind({ told: TEN, isDoubtful: true, before: TEN, now: TEN }), 'session-planned');
  assert.equal(kind({ told: TEN, isDoubtful: true, now: 'gone' }), 'session-cancelled');
});

test('LETTER-04 a meeting that is planned again under another id is the one that the client knows', () => {
  const { differences: told, adoptions } = differences(
    [
      meeting({ session: 'old', told: TEN, before: TEN, isDeleted: true }),
      meeting({ session: 'new', before: 'gone', now: TEN }),
      meeting({ session: 'other', before: 'gone', now: ELEVEN }),
    ],
    NOW,
  );
  assert.deepEqual(adoptions, [{ from: 'old', to: 'new' }]);
  assert.deepEqual(
    told.map(({ session }) => session),
    ['other'],
  );
});

test('LETTER-04 a meeting that stood without a letter takes the place of a deleted one too', () => {
  const { differences: told, adoptions } = differences(
    [
      meeting({ session: 'old', told: TEN, before: TEN, isDeleted: true }),
      meeting({ session: 'other', before: ELEVEN, now: TEN }),
    ],
    NOW,
  );
  assert.deepEqual([told, adoptions], [[], [{ from: 'old', to: 'other' }]]);
});

test('LETTER-04 one letter names all meetings of a press', () => {
  const planned = { before: 'gone', now: TEN } as const;
  const moved = { told: TEN, before: TEN, now: ELEVEN };
  const off = { told: TEN, before: TEN, now: 'gone' } as const;
  const changed = { told: TEN, before: TEN, now: { ...TEN, place: 'park' } };
  assert.equal(kind(planned, planned), 'series-planned');
  assert.equal(kind(moved, moved), 'series-moved');
  assert.equal(kind(off, off), 'session-cancelled');
  assert.equal(kind(changed, changed), 'session-changed');
  assert.equal(kind(moved, off, planned), 'series-moved');
  assert.equal(kindOf(differences([meeting(planned)], NOW).differences, true), 'request-approved');
});

test('LETTER-04 a letter leaves two minutes after the last press, five after the first at most, at once before a meeting', () => {
  const told = differences([meeting({ before: 'gone', now: TEN })], NOW).differences;
  const at = (firstMs: number, lastMs: number) => leavesAt({ firstMs, lastMs }, told, NOW) - NOW;
  assert.equal(at(NOW, NOW), 2 * MINUTE);
  assert.equal(at(NOW - 4 * MINUTE, NOW), MINUTE);
  assert.equal(at(NOW - 9 * MINUTE, NOW), 0);
  for (const [begins, leaves] of [
    [2, 0],
    [3, 2],
  ] as const) {
    const soon = differences([meeting({ before: 'gone', now: said(NOW + begins * MINUTE) })], NOW).differences;
    assert.equal(leavesAt({ firstMs: NOW, lastMs: NOW }, soon, NOW) - NOW, leaves * MINUTE);
  }
  const away = differences([meeting({ told: said(NOW + MINUTE), before: 'gone', now: TEN })], NOW).differences;
  assert.equal(leavesAt({ firstMs: NOW, lastMs: NOW }, away, NOW), NOW, 'they may be on their way');
});

interface Session {
  startMs: number;
  duration: number;
  place: string;
  status: string;
  client: string;
}

const anySession: fc.Arbitrary<Session | null> = fc.option(
  fc.record({
    client: fc.constantFrom('maria', 'maria', 'maria', 'boris'),
    startMs: fc.integer({ min: 0, max: 8 }).map((hour) => hour * 60 * MINUTE),
    duration: fc.constantFrom(50, 90),
    place: fc.constantFrom('', 'park'),
    status: fc.constantFrom('scheduled', 'scheduled', 'scheduled', 'reserved', 'completed', 'canceled'),
  }),
);

/** A change, possibly a silent one or one by the client; then time passes, and letters leave or not. */
const anyPress = fc.record({
  after: anySession,
  by: fc.constantFrom('her', 'her', 'her', 'silently', 'client'),
  minutes: fc.integer({ min: 0, max: 90 }),
  outcome: fc.constantFrom('sent', 'sent', 'refused'),
});

test('LETTER-04 after any presses and undos, what a client was last told is what holds, and no letter says what they know', () => {
  fc.assert(
    fc.property(fc.array(anyPress, { minLength: 1, maxLength: 12 }), (presses) => {
      let nowMs = 0;
      let session: Session | null = null;
      /** What the latest letter said, and what the next one says. */
      let told: Said | null = null;
      let waiting = null as { before: Standing | null; firstMs: number; lastMs: number } | null;
      let isSpared = false;
      const look = () => {
        const now = standingOf(session, 'maria', nowMs);
        const asked = meeting({ told, before: waiting?.before ?? null, now, isDeleted: session === null });
        return differences([asked], nowMs).differences[0];
      };
      for (const { after, by, minutes, outcome } of presses) {
        const before = standingOf(session, 'maria', nowMs);
        session = after;
        if (by === 'silently') [waiting, isSpared] = [null, true];
        else if (by === 'client') {
          const now = standingOf(session, 'maria', nowMs);
          told = typeof now === 'object' ? now : null;
          [waiting, isSpared] = [null, false];
        } else {
          const isFirst = waiting === null;
          waiting = { before: waiting ? waiting.before : before, firstMs: waiting?.firstMs ?? nowMs, lastMs: nowMs };
          // A meeting that was created silently and not changed since stays untold.
          if (!isFirst || look()) isSpared = look() === undefined && isSpared;
        }
        const due: ReturnType<typeof look> = waiting ? look() : undefined;
        const leavesMs: number = waiting && due ? leavesAt(waiting, [due], nowMs) : Infinity;
        const untilMs: number = nowMs + minutes * MINUTE;
        if (leavesMs > untilMs) {
          nowMs = untilMs;
          if (waiting && !due) waiting = null;
          continue;
        }
        nowMs = leavesMs;
        const letter = look();
        if (letter && outcome === 'sent') {
          const { change, now, was } = letter;
          assert.notDeepEqual(now, told, 'a letter says what its client knows');
          if (now === null) assert.deepEqual(was, told, 'a cancellation names another hour');
          if (change === 'moved') assert.deepEqual(was, told ?? waiting?.before, 'an hour at which it never stood');
          assert.ok((now ?? was ?? said(0)).startMs > nowMs, 'a letter about the past');
          told = now;
        }
        if (letter && outcome === 'refused') isSpared = true;
        waiting = null;
        const holds = standingOf(session, 'maria', nowMs);
        if (!isSpared && typeof holds === 'object') assert.deepEqual(told, holds);
        if (!isSpared && holds === 'gone') assert.ok(told === null || told.startMs <= nowMs);
        nowMs = untilMs;
      }
    }),
    { numRuns: 3_000 },
  );
});
