import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { layers } from '#web/ui/dialog/layers.ts';

class FakeElement {
  isConnected = true;
  focus() {
    page.activeElement = this;
  }
  closest(): FakeElement | null {
    return null;
  }
  getAttribute() {
    return null;
  }
}

const main = new FakeElement();
const screen = { inert: false };
const page = {
  activeElement: main,
  body: { style: {}, dataset: {} },
  documentElement: { clientWidth: 1000 },
  querySelector: () => main,
  getElementById: () => screen,
};
const listeners = new Map<string, (event: object) => void>();
Object.assign(globalThis, {
  document: page,
  Element: FakeElement,
  HTMLElement: FakeElement,
  window: {
    innerWidth: 1000,
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
  },
});

const escape = () => listeners.get('keydown')?.({ key: 'Escape', isComposing: false, target: main });
const afterwards = () => new Promise((resolve) => setTimeout(resolve, 5));
const nothing = () => undefined;
const pressed = new FakeElement();
beforeEach(() => pressed.focus());

test('A11Y-01 the last layer shows and gets Esc, and the first opener the focus once a chain has ended', async () => {
  const closed: string[] = [];
  const open = (id: string) => layers.add({ id, close: () => closed.push(id), drop: null });
  const form = open('form');
  main.focus();
  const question = open('question');
  assert.equal(layers.top(), 'question');
  escape();
  assert.deepEqual(closed, ['question']);
  question();
  assert.equal(layers.top(), 'form');
  escape();
  assert.deepEqual(closed, ['question', 'form']);
  form();
  // In the place of the one that has just closed.
  const next = open('next');
  await afterwards();
  assert.equal(page.activeElement, main);
  next();
  await afterwards();
  assert.equal(page.activeElement, pressed);
  assert.equal(listeners.size, 0);
});

test('A11Y-02 the screen behind goes when what has the focus now was said, and comes back', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const close = layers.add({ id: 'form', close: nothing, drop: null });
  t.mock.timers.tick(5000);
  assert.ok(!screen.inert, 'the focus is on it still');
  const field = new FakeElement();
  field.closest = () => field;
  listeners.get('focusin')?.({ target: field });
  t.mock.timers.tick(900);
  assert.ok(!screen.inert);
  t.mock.timers.tick(200);
  assert.ok(screen.inert);
  close();
  t.mock.timers.tick(1);
  assert.ok(!screen.inert);
});

test('A11Y-01 the main area gets the focus where the opener is gone', async () => {
  const close = layers.add({ id: 'record', close: nothing, drop: null });
  pressed.isConnected = false;
  close();
  await afterwards();
  pressed.isConnected = true;
  assert.equal(page.activeElement, main);
});

test('a dialog takes along what was opened over it, and comes below that when it comes later', async () => {
  const dropped: string[] = [];
  const question = layers.add({ id: 'question', close: nothing, drop: () => dropped.push('question') });
  const details = layers.add({ id: 'details', close: nothing, drop: null });
  assert.equal(layers.top(), 'question');
  details();
  assert.deepEqual(dropped, ['question']);
  question();
  assert.deepEqual(dropped, ['question']);
  await afterwards();
});
