import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { likeMatches, likePattern, likeText, textAnywhere } from '#server/records/filter/like-pattern.ts';

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

test('API-04 a text to look for is limited, and no pattern takes exponential time', () => {
  assert.throws(() => likePattern('a'.repeat(501)), AppError);
  assert.throws(() => likePattern('a%'.repeat(11)), AppError);
  const began = performance.now();
  assert.equal(likeMatches(likePattern(`${'%a'.repeat(9)}%b`), 'a'.repeat(100_000)), false);
  assert.ok(performance.now() - began < 500);
});
