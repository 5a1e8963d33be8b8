import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PACE, PaceWatch } from '#server/data/archive/pace.ts';

/** Returns the second at which a sender of these bytes a second is refused; null for one that gets through. */
function refusedAt(bytesIn: (second: number) => number, seconds: number): number | null {
  const watch = new PaceWatch(PACE, 0);
  for (let second = 1; second <= seconds; second += 1) {
    const bytes = bytesIn(second);
    if (bytes > 0) watch.take(bytes, second * 1000);
    if (watch.isTooSlow(second * 1000)) return second;
  }
  return null;
}

test('OWN-02 a phone at 30 KB a second that pauses for some seconds gets through', () => {
  const pauses = fc.array(
    fc.record({ sends: fc.integer({ min: 5, max: 40 }), rests: fc.integer({ min: 0, max: 5 }) }),
    {
      minLength: 20,
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(pauses, (line) => {
      const seconds = line.flatMap(({ sends, rests }) => [...Array(sends).fill(30_000), ...Array(rests).fill(0)]);
      return refusedAt((second) => seconds[second - 1] ?? 0, seconds.length) === null;
    }),
  );
});

test('OWN-02 a quick start buys no time: who then sends a byte now and again is refused within a window', () => {
  const start = 40 * 1024 ** 2;
  const trickling = (every: number) => (second: number) => (second === 1 ? start : second % every === 0 ? 1 : 0);
  for (const every of [1, 4, 9]) assert.ok((refusedAt(trickling(every), 7200) ?? 7200) <= 1 + PACE.windowMs / 1000 + 1);
  assert.equal(
    refusedAt((second) => (second === 1 ? start : 0), 7200),
    12,
  );
});

test('OWN-02 a steady sender is refused below the pace alone', () => {
  assert.equal(
    refusedAt(() => PACE.bytesPerSecond, 3600),
    null,
  );
  assert.equal(
    refusedAt(() => PACE.bytesPerSecond - 1, 3600),
    30,
  );
});
