import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { containsText } from '#domain/text/contains-text.ts';

test('API-04 a long needle is found wherever a text has it', () => {
  const repeating = (maxLength: number) =>
    fc.array(fc.constantFrom('а', 'аб', 'ааа', 'в'), { maxLength }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(repeating(200), repeating(400), repeating(200), (before, needle, after) => {
      const text = before + needle.repeat(2) + after;
      assert.ok(containsText(text, needle));
      assert.equal(containsText(before + after, needle), (before + after).includes(needle));
    }),
  );
});

test('API-04 looking for a long needle takes linear time in a text that repeats itself', () => {
  const part = 'а'.repeat(25_000);
  const earlier = process.threadCpuUsage();
  assert.equal(containsText('а'.repeat(100_000), `${part}б${part}`), false);
  const { user, system } = process.threadCpuUsage(earlier);
  assert.ok((user + system) / 1000 < 100, `${(user + system) / 1000} ms`);
});
