import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { oneOfTabs } from '#web/ground/browser/one-of-tabs.ts';

Object.assign(globalThis, { document: Object.assign(new EventTarget(), { visibilityState: 'visible' }) });

/** Tabs of one browser, each with what it heard, and which of them lead. */
function browser(t: TestContext, name: string) {
  const leading: string[] = [];
  const greeted: string[] = [];
  const tells = new Map<string, (message: string) => void>();
  const open = (tab: string) => {
    const heard: string[] = [];
    const leave = oneOfTabs<string>({
      name,
      lead: (tell) => {
        leading.push(tab);
        tells.set(tab, tell);
        return () => leading.splice(leading.indexOf(tab), 1);
      },
      hear: (message) => heard.push(message),
      greet: () => greeted.push(tab),
    });
    t.after(leave);
    return { heard, leave };
  };
  return { leading, greeted, open, tell: (tab: string, message: string) => tells.get(tab)?.(message) };
}

test('of several tabs one leads, all hear it once, and the next takes over when it leaves', async (t) => {
  const { leading, greeted, open, tell } = browser(t, 'one');
  const first = open('first');
  await becomes(async () => [...leading], ['first']);
  const others = ['second', 'third'].map(open);
  await becomes(async () => greeted.length, 2);
  tell('first', 'a');
  await becomes(async () => [first, ...others].map(({ heard }) => heard.join()), ['a', 'a', 'a']);
  first.leave();
  await becomes(async () => [...leading], ['second']);
  tell('second', 'b');
  await becomes(async () => [first, ...others].map(({ heard }) => heard.join()), ['a', 'a,b', 'a,b']);
});

test('tabs of two sign-ins hear nothing of each other', async (t) => {
  const anna = browser(t, 'anna');
  const boris = browser(t, 'boris');
  const [hers, his] = [anna.open('hers'), boris.open('his')];
  await becomes(async () => [...anna.leading, ...boris.leading], ['hers', 'his']);
  anna.tell('hers', 'secret');
  boris.tell('his', 'done');
  await becomes(async () => his.heard.length, 1);
  assert.deepEqual([hers.heard, his.heard], [['secret'], ['done']]);
});

test('a leader that does not answer is replaced, and waits for its turn again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { leading, open } = browser(t, 'asleep');
  let wake: () => void = () => undefined;
  // A frozen tab: it holds the lock and answers nobody.
  const asleep = navigator.locks.request('asleep', () => new Promise<void>((resolve) => (wake = resolve)));
  asleep.catch(() => undefined);
  open('awake');
  t.mock.timers.tick(5000);
  t.mock.timers.reset();
  await becomes(async () => [...leading], ['awake']);
  wake();
});

test('a browser that cannot share has every tab lead for itself', (t) => {
  const { BroadcastChannel } = globalThis;
  t.after(() => Object.assign(globalThis, { BroadcastChannel }));
  Object.assign(globalThis, { BroadcastChannel: undefined });
  const { leading, open } = browser(t, 'none');
  for (const tab of ['first', 'second']) open(tab);
  assert.deepEqual(leading, ['first', 'second']);
});
