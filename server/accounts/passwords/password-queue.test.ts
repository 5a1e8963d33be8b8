import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asker, askerAt, PasswordQueue } from '#server/accounts/passwords/password-queue.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';

const LIMITS = { atOnce: 1, waiting: { known: 2, others: 4 }, perNetwork: 2 };

/** Returns a queue whose work ends on request, and the names of those that started. */
function heldTurns() {
  const queue = new PasswordQueue(LIMITS);
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (name: string, asker: Asker | null) => {
    const work = () =>
      new Promise<void>((end) => {
        begun.push(name);
        ends.push(end);
      });
    await queue.run(asker, work).catch((error: unknown) => {
      assert.ok(error instanceof TooManyRequests);
      refused.push(name);
    });
  };
  /** Ends running work, one at a time, until all queue are done. */
  const endAll = async (all: readonly Promise<void>[]) => {
    const over = Promise.all(all);
    for (const _ of all) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
    await over;
  };
  return { ask, begun, refused, endAll };
}

test('AUTH-05 of one network two wait, and others are let in beside it', async () => {
  const { ask, begun, refused, endAll } = heldTurns();
  const near = { network: '2001:db8:1::/48', known: false };
  const asked = ['1', '2', '3', '4', '5'].map((name) => ask(name, near));
  asked.push(ask('neighbour', { network: '198.51.100.7', known: false }));
  await endAll(asked);
  assert.deepEqual(begun, ['1', '2', '3', 'neighbour']);
  assert.deepEqual(refused, ['4', '5']);
  const later = [ask('6', near), ask('7', near), ask('8', near)];
  await endAll(later);
  assert.deepEqual(begun.slice(4), ['6', '7', '8'], 'who was served no longer counts');
});

test('AUTH-05 all addresses of one customer wait as one network', () => {
  const { network } = askerAt('2001:db8:1:2::3', true);
  for (const address of ['2001:db8:1:2::4', '2001:db8:1:ff::1']) assert.equal(askerAt(address, false).network, network);
  assert.notEqual(askerAt('2001:db8:2::1', false).network, network);
  assert.equal(askerAt('::ffff:198.51.100.7', false).network, askerAt('198.51.100.7:4711', false).network);
});

test('AUTH-05 an address that the account knows has a place where strangers have taken theirs, and goes first', async () => {
  const { ask, begun, refused, endAll } = heldTurns();
  const asked = Array.from({ length: 7 }, (_, at) =>
    ask(`stranger ${at}`, { network: `198.51.100.${at}`, known: false }),
  );
  asked.push(ask('owner', { network: '203.0.113.7', known: true }));
  await endAll(asked);
  assert.deepEqual(refused, ['stranger 5', 'stranger 6']);
  assert.deepEqual(begun, ['stranger 0', 'owner', 'stranger 1', 'stranger 2', 'stranger 3', 'stranger 4']);
});

test('work that fails passes its turn on', async () => {
  const queue = new PasswordQueue(LIMITS);
  await assert.rejects(
    queue.run(null, () => Promise.reject(new Error('out of order'))),
    /out of order/,
  );
  assert.equal(await queue.run(null, async () => 'done'), 'done');
});
