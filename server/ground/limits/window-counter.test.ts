import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { WindowCounter } from '#server/ground/limits/window-counter.ts';

const RULE = { name: 'test', points: 2, seconds: 60 };

function tooMany(seconds: number) {
  return (error: unknown): boolean => error instanceof TooManyRequests && error.retryAfterSeconds === seconds;
}

test('PUBLIC-06 points come back when the window of a key ends, and not before', () => {
  const counter = new WindowCounter(RULE);
  counter.take('one', 0);
  counter.take('one', 59_000);
  assert.throws(() => counter.take('one', 59_000), tooMany(1));
  counter.take('two', 59_000);
  assert.throws(() => counter.take('one', 59_999.5), tooMany(1));
  counter.take('one', 60_000);
  counter.take('one', 61_000);
  assert.throws(() => counter.take('one', 61_000), tooMany(59));
});

test('API-04 who took more points than there are is refused until the window ends, also for none', () => {
  const counter = new WindowCounter(RULE);
  counter.take('one', 0, 1.5);
  counter.take('one', 0, 0);
  assert.throws(() => counter.take('one', 0, 1.5), tooMany(60));
  assert.throws(() => counter.take('one', 1000, 0), tooMany(59));
  counter.take('one', 60_000, 0);
});

test('PUBLIC-06 a flood of addresses takes a bounded memory, and what ended takes none', () => {
  const counter = new WindowCounter(RULE, 1000);
  for (let at = 0; at < 100_000; at += 1) {
    counter.take(`address ${at}`, at / 100);
    assert.ok(counter.size <= 1000);
  }
  // The latest caller is still counted.
  counter.take('address 99999', 1000);
  assert.throws(() => counter.take('address 99999', 1000), tooMany(60));
  counter.take('later', 62_000);
  assert.equal(counter.size, 1);
});
