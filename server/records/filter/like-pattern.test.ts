import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '#domain/errors.ts';
import {
  likeMatches,
  type LikePattern,
  likePattern,
  likeText,
  textAnywhere,
} from '#server/records/filter/like-pattern.ts';

const PATTERNS: [value: string, like: string][] = [
  ['abc', '%abc%'],
  ['', '%'],
  ['ab%c', 'ab%c'],
  ['%ab', '%ab'],
  ['ab%', 'ab%'],
  ['a_b%', 'a_b%'],
  [String.raw`ab\%c`, String.raw`%ab\%c%`],
  [String.raw`ab\_c%`, String.raw`ab\_c%`],
  ['ab_c', String.raw`%ab\_c%`],
  [String.raw`a\b`, String.raw`%a\\b%`],
  [String.raw`a\\b`, String.raw`%a\\b%`],
  [String.raw`a\\%`, String.raw`a\\%`],
  ['\\', String.raw`%\\%`],
  ['Ёлка', '%елка%'],
];

test('a text without wildcards is looked for anywhere, one with % is used as given', () => {
  for (const [value, like] of PATTERNS) assert.equal(likeText(likePattern(value)), like, value);
});

test('a pattern says when it only looks for a text anywhere', () => {
  for (const value of ['иван', '%иван%']) assert.equal(textAnywhere(likePattern(value)), 'иван', value);
  for (const value of ['', 'иван%', '%ив%ан%', '%ив_ан%']) assert.equal(textAnywhere(likePattern(value)), null, value);
});

const MATCHES: [value: string, text: string, matches: boolean][] = [
  ['иван', 'анна иванова', true],
  ['иван%', 'анна иванова', false],
  ['%иван%ва', 'анна иванова', true],
  ['а__а%', 'анна иванова', true],
  ['а_а%', 'анна иванова', false],
  ['%😀_', 'x😀y', true],
  ['%a%a%a%b', 'aaaa', false],
  ['50\\%', 'на 50% больше', true],
  ['50\\%', 'на 500 больше', false],
];

test('patterns match as like does', () => {
  for (const [value, text, expected] of MATCHES) assert.equal(likeMatches(likePattern(value), text), expected, value);
});

/** Matches by the definition: one character at a time, trying every way. */
function matchesByDefinition(pattern: LikePattern, text: readonly string[]): boolean {
  const [part, ...rest] = pattern;
  if (part === undefined) return text.length === 0;
  if (part === 'many')
    return text.some((_, at) => matchesByDefinition(rest, text.slice(at))) || matchesByDefinition(rest, []);
  if (part === 'one') return text.length > 0 && matchesByDefinition(rest, text.slice(1));
  const letters = Array.from(part.text);
  return letters.every((letter, at) => text[at] === letter) && matchesByDefinition(rest, text.slice(letters.length));
}

test('patterns match as their definition says, whatever they are made of', () => {
  const made = (pieces: readonly string[], maxLength: number) =>
    fc.array(fc.constantFrom(...pieces), { maxLength }).map((list) => list.join(''));
  fc.assert(
    fc.property(made(['a', 'б', '😀', '%', '_', 'ab'], 7), made(['a', 'б', '😀', 'ab'], 8), (value, text) => {
      const pattern = likePattern(value);
      assert.equal(likeMatches(pattern, text), matchesByDefinition(pattern, Array.from(text)), `${value} in ${text}`);
    }),
    { numRuns: 2000 },
  );
});

test('API-04 a text to look for is limited, and a pattern takes linear time', () => {
  assert.throws(() => likePattern('a'.repeat(501)), AppError);
  assert.throws(() => likePattern('a%'.repeat(11)), AppError);
  const text = 'a'.repeat(100_000);
  for (const [value, most] of [
    [`${'%a'.repeat(9)}%b`, 50],
    [`%${'a'.repeat(480)}%b`, 50],
    [`%${'a'.repeat(240)}b${'a'.repeat(240)}%c`, 50],
    // The most that a filter may compare at every place of a text.
    [`%${'a_'.repeat(49)}b%c`, 200],
  ] as const) {
    const earlier = process.threadCpuUsage();
    assert.equal(likeMatches(likePattern(value), text), false);
    const { user, system } = process.threadCpuUsage(earlier);
    assert.ok((user + system) / 1000 < most, `${(user + system) / 1000} ms`);
  }
});
