import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { beforeEach, test } from 'node:test';
import { runInNewContext } from 'node:vm';

interface Keys {
  typed: string | null;
  pressed: boolean;
}

const [, script = ''] = /<script>([^]*?)<\/script>/.exec(await readFile('web/index.html', 'utf8')) ?? [];
const location = { pathname: '' };
let listeners: Record<string, (event: object) => void>;
let keys: Keys;

beforeEach(() => {
  location.pathname = '/dashboard/calendar';
  listeners = {};
  const window: { searchKeys: Keys } = { searchKeys: { typed: null, pressed: false } };
  runInNewContext(script, {
    window,
    location,
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
  });
  keys = window.searchKeys;
});

/** Returns whether the page still gets the key. */
function press(key: string, rest: object = {}): boolean {
  let free = true;
  const preventDefault = () => (free = false);
  listeners['keydown']?.({ key, code: '', timeStamp: 1000, target: { closest: () => null }, preventDefault, ...rest });
  return free;
}

const ctrlK = () => press('л', { code: 'KeyK', ctrlKey: true });

test('what is typed behind Ctrl K waits for the field', () => {
  ctrlK();
  assert.equal(press('а'), false);
  assert.deepEqual({ ...keys, since: 0 }, { typed: 'а', since: 0, pressed: true });
});

test('the page has its keys again after five seconds without one, a press of the pointer or Escape', () => {
  ctrlK();
  assert.equal(press(' ', { timeStamp: 5999 }), false);
  assert.equal(press(' ', { timeStamp: 10_998 }), false);
  assert.ok(press(' ', { timeStamp: 15_999 }));
  for (const stop of [() => listeners['pointerdown']?.({}), () => press('Escape')]) {
    ctrlK();
    stop();
    assert.ok(press('Enter'));
    assert.equal(keys.pressed, false);
  }
});

test('a shortcut pressed before the way to the sign-in opens nothing after it', () => {
  ctrlK();
  location.pathname = '/auth';
  assert.ok(press('a'));
  assert.equal(keys.pressed, false);
  assert.equal(keys.typed, null);
});
