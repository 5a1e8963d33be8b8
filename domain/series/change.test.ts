import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { planChange, type SeriesChange, type StoredOccurrence, whyKept } from '#domain/series/change.ts';
import { datesOf, momentOn, type Rule } from '#domain/series/occurrences.ts';
import { rounds } from '#proofs/support/long-form.ts';

const ZONE = 'Europe/Berlin';
const RULE: Rule = { start: Temporal.PlainDateTime.from('2026-11-23T10:00'), everyWeeks: 1, timeZone: ZONE };
const NOW = Temporal.ZonedDateTime.from('2026-11-20T12:00[Europe/Berlin]');
const HOUR = 3_600_000;
const TOUCHES = [
  ['held', { status: 'completed' }],
  ['cancelled', { status: 'canceled' }],
  ['texts', { hasTexts: true }],
  ['moved', { duration: 90 }],
] as const;

function session(date: Temporal.PlainDate, change: Partial<StoredOccurrence> = {}): StoredOccurrence {
  const { startMs } = momentOn(date, RULE.start.toPlainTime(), ZONE);
  const occurrence = date.toString();
  return {
    id: occurrence,
    occurrence,
    startMs,
    duration: 60,
    status: 'scheduled',
    place: '',
    hasTexts: false,
    ...change,
  };
}

const monday = (weeks: number) => RULE.start.toPlainDate().add({ weeks });

test('SERIES-05 what is held, cancelled, has a text or was changed alone is kept, and says why', () => {
  const present = { rule: RULE, duration: 60, nowMs: NOW.epochMilliseconds };
  assert.equal(whyKept(session(monday(30)), present), null, 'over a change of clocks too');
  for (const [why, change] of TOUCHES) assert.equal(whyKept(session(monday(1), change), present), why);
  const moved = session(monday(1));
  assert.equal(whyKept({ ...moved, startMs: moved.startMs + HOUR }, present), 'moved');
  assert.equal(whyKept(moved, { ...present, nowMs: moved.startMs + 1 }), 'held');
});

const touched = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...TOUCHES) },
);

/** Any state of a series and any edit of one of its sessions. */
const anyChange: fc.Arbitrary<SeriesChange> = fc
  .record({
    states: fc.array(fc.oneof(touched, fc.constant('skip' as const)), { minLength: 2, maxLength: 30 }),
    at: fc.nat(29),
    days: fc.integer({ min: -20, max: 20 }),
    everyWeeks: fc.integer({ min: 1, max: 3 }),
    weeks: fc.integer({ min: 0, max: 40 }),
    all: fc.boolean(),
    passed: fc.integer({ min: 0, max: 60 }),
  })
  .map(({ states, at, days, everyWeeks, weeks, all, passed }) => {
    const pivotAt = at % states.length;
    states[pivotAt] = states[pivotAt] === 'skip' ? null : (states[pivotAt] ?? null);
    const pivot = monday(pivotAt);
    const now = NOW.add({ days: passed });
    const today = now.toPlainDate();
    const isMeant = (date: Temporal.PlainDate) => Temporal.PlainDate.compare(date, all ? today : pivot) >= 0;
    const places = states.map((state, place) => ({ state, date: monday(place) }));
    const meant = places.filter(({ date }) => isMeant(date));
    const start = pivot.add({ days }).toPlainDateTime('11:00');
    return {
      rule: RULE,
      duration: 60,
      nowMs: now.epochMilliseconds,
      sessions: meant.flatMap(({ state, date }) => (state === 'skip' ? [] : [session(date, state?.[1])])),
      skips: meant.filter(({ state }) => state === 'skip').map(({ date }) => date.toString()),
      rest: new Set(all ? places.filter(({ date }) => !isMeant(date)).map(({ date }) => date.toString()) : []),
      edited: pivot,
      pivot,
      next: { start, everyWeeks, timeZone: ZONE },
      last: start.toPlainDate().add({ weeks }),
      today,
    };
  });

test('SERIES-05 whatever is edited: nothing touched changes, no session is lost, no date comes twice', () => {
  fc.assert(
    fc.property(anyChange, (change) => {
      const { keep, places, removed } = planChange(change);
      const placed = places.flatMap(({ session: id }) => id ?? []);
      const ids = [...keep.map(({ session: id }) => id), ...placed, ...removed];
      assert.deepEqual(ids.toSorted(), change.sessions.map(({ id }) => id).toSorted());
      for (const one of change.sessions) {
        const why = whyKept(one, change);
        if (why !== null) assert.equal(keep.find(({ session: id }) => id === one.id)?.why, why);
      }
      const dates = [...keep.map(({ occurrence }) => occurrence), ...places.map(({ date }) => date.toString())];
      assert.equal(new Set([...dates, ...change.rest]).size, dates.length + change.rest.size);
      for (const { date } of places) assert.ok(Temporal.PlainDate.compare(date, change.today) >= 0);
    }),
    { numRuns: rounds({ short: 600, long: 2000 }) },
  );
});

test('SERIES-05 a kept one that would come where another is takes the day before, and a skip there goes', () => {
  const today = Temporal.PlainDate.from('2026-11-24');
  const start = monday(1).toPlainDateTime('10:00');
  const { keep, skips } = planChange({
    rule: RULE,
    duration: 60,
    nowMs: today.toZonedDateTime(ZONE).epochMilliseconds,
    sessions: [session(monday(1), { hasTexts: true }), session(monday(2))],
    skips: ['2026-11-29', '2026-11-30'],
    rest: new Set([monday(0).toString()]),
    edited: monday(2),
    pivot: monday(2),
    next: { ...RULE, start },
    last: monday(3),
    today,
  });
  assert.deepEqual(keep, [{ session: '2026-11-30', why: 'texts', occurrence: '2026-11-21' }]);
  assert.deepEqual(skips, [
    { from: '2026-11-29', to: '2026-11-22' },
    { from: '2026-11-30', to: null },
  ]);
});

test('SERIES-06 nothing is planned where a skip has moved to, and ahead no other date of the rule is left out', () => {
  fc.assert(
    fc.property(anyChange, (change) => {
      const { keep, places, skips } = planChange(change);
      const skipped = new Set(skips.flatMap(({ to }) => to ?? []));
      const planned = new Set(places.map(({ date }) => date.toString()));
      for (const date of [...planned, ...keep.map(({ occurrence }) => occurrence)]) assert.ok(!skipped.has(date));
      const { days } = change.pivot.until(change.next.start.toPlainDate(), { largestUnit: 'days' });
      const over = [...change.rest].map((date) => Temporal.PlainDate.from(date).add({ days }).toString());
      const kept = keep.map(({ occurrence }) => occurrence);
      const there = new Set([...planned, ...skipped, ...change.rest, ...over, ...kept]);
      const first = change.next.start.toPlainDate();
      const from = Temporal.PlainDate.compare(first, change.today) > 0 ? first : change.today;
      for (const date of datesOf(change.next, from, change.last)) assert.ok(there.has(date.toString()));
    }),
    { numRuns: rounds({ short: 600, long: 2000 }) },
  );
});

test('SERIES-05 with the same interval each moves by as much as the edited one, and keeps its id', () => {
  fc.assert(
    fc.property(anyChange, ({ next, ...rest }) => {
      const change = { ...rest, next: { ...next, everyWeeks: 1 } };
      const { days } = change.pivot.until(next.start.toPlainDate(), { largestUnit: 'days' });
      for (const { date, session: id } of planChange(change).places) {
        if (id !== null) assert.equal(date.toString(), Temporal.PlainDate.from(id).add({ days }).toString());
      }
    }),
    { numRuns: rounds({ short: 600, long: 2000 }) },
  );
});

test('SERIES-05 an edited session of a week that the rule has left moves alone, and is never removed', () => {
  const rule = { ...RULE, everyWeeks: 2 };
  const sessions = [0, 1, 2, 4].map((week) => session(monday(week)));
  const { keep, places, removed } = planChange({
    rule,
    duration: 60,
    nowMs: 0,
    sessions,
    skips: [],
    rest: new Set(),
    edited: monday(1),
    pivot: monday(2),
    next: { ...rule, start: monday(2).toPlainDateTime('11:00') },
    last: monday(4),
    today: monday(0),
  });
  assert.deepEqual(removed, []);
  assert.deepEqual(
    keep.map(({ session: id, why }) => [id, why]),
    [[monday(1).toString(), 'moved']],
  );
  assert.deepEqual(
    places.map(({ session: id }) => id),
    [0, 2, 4].map((week) => monday(week).toString()),
  );
});
