import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { IDLE_MINUTES } from '#domain/accounts/sign-in.ts';
import { startIdleWatch } from '#web/ground/api/idle.ts';

const MINUTE = 60_000;

/** A watch in a browser that has only input events, and the calls it has made so far. */
function watched() {
  const window = new EventTarget();
  Object.assign(globalThis, { window, document: new EventTarget() });
  mock.timers.enable({ apis: ['setInterval', 'Date'], now: 0 });
  const done: string[] = [];
  const stop = startIdleWatch({
    minutes: IDLE_MINUTES,
    end: () => done.push('ended'),
    reportActivity: () => done.push('told'),
  });
  return {
    done,
    type: () => window.dispatchEvent(new Event('keydown')),
    wait: (ms: number) => mock.timers.tick(ms),
    [Symbol.dispose]() {
      stop();
      mock.timers.reset();
      // Other files of this process run without a browser.
      Reflect.deleteProperty(globalThis, 'window');
      Reflect.deleteProperty(globalThis, 'document');
    },
  };
}

test('AUTH-13 a session ends half an hour after the last sign of use', () => {
  using browser = watched();
  browser.wait(10 * MINUTE);
  browser.type();
  browser.done.length = 0;
  browser.wait(IDLE_MINUTES * MINUTE - 1);
  assert.equal(browser.done.join(), '');
  browser.wait(MINUTE);
  assert.ok(browser.done.includes('ended'));
});

test('AUTH-13 who writes for an hour is known to the server to be there, a minute at most late', () => {
  using browser = watched();
  for (let minute = 0; minute < 60; minute += 1) {
    for (let at = 0; at < 6; at += 1) {
      browser.wait(10_000);
      browser.type();
    }
  }
  assert.deepEqual(
    browser.done,
    Array.from({ length: 60 }, () => 'told'),
  );
});

test('AUTH-13 a computer that slept for longer wakes to a session that has ended', () => {
  using browser = watched();
  mock.timers.setTime(IDLE_MINUTES * MINUTE);
  browser.type();
  assert.deepEqual(browser.done, ['ended']);
});
