import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { becomes } from '#e2e/becomes.ts';
import { electLeader } from '#web/ground/browser/tab-leader.ts';

Object.assign(globalThis, { document: Object.assign(new EventTarget(), { visibilityState: 'visible' }) });

/** Tabs of one browser with their received messages, and which of them lead. */
function browser(t: TestContext, name: string) {
  const leading: string[] = [];
  const joined: string[] = [];
  const senders = new Map<string, (message: string) => void>();
  const open = (tab: string) => {
    const received: string[] = [];
    const leave = electLeader<string>({
      name,
      lead: (send) => {
        leading.push(tab);
        senders.set(tab, send);
        return () => leading.splice(leading.indexOf(tab), 1);
      },
      onMessage: (message) => received.push(message),
      onJoin: () => joined.push(tab),
    });
    t.after(leave);
    return { received, leave };
  };
  return { leading, joined, open, send: (tab: string, message: string) => senders.get(tab)?.(message) };
}

test('of several tabs one leads, all receive a message once, and the next takes over when it leaves', async (t) => {
  const { leading, joined, open, send } = browser(t, 'one');
  const first = open('first');
  await becomes(async () => [...leading], ['first']);
  const others = ['second', 'third'].map(open);
  await becomes(async () => joined.length, 2);
  send('first', 'a');
  await becomes(async () => [first, ...others].map(({ received }) => received.join()), ['a', 'a', 'a']);
  first.leave();
  await becomes(async () => [...leading], ['second']);
  send('second', 'b');
  await becomes(async () => [first, ...others].map(({ received }) => received.join()), ['a', 'a,b', 'a,b']);
});

test('tabs of two sign-ins receive nothing from each other', async (t) => {
  const anna = browser(t, 'anna');
  const boris = browser(t, 'boris');
  const [hers, his] = [anna.open('hers'), boris.open('his')];
  await becomes(async () => [...anna.leading, ...boris.leading], ['hers', 'his']);
  anna.send('hers', 'secret');
  boris.send('his', 'done');
  await becomes(async () => his.received.length, 1);
  assert.deepEqual([hers.received, his.received], [['secret'], ['done']]);
});

test('a leader that does not respond is replaced, and waits for its turn again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { leading, open } = browser(t, 'asleep');
  let wake: () => void = () => undefined;
  // A frozen tab holds the lock and never responds.
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
