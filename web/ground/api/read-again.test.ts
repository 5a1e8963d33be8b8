import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { QueryObserver } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { queryClient } from '#web/ground/api/query-client.ts';
import { EVERYTHING, readAgain } from '#web/ground/api/read-again.ts';
import { startSession } from '#web/ground/api/session.ts';

/** Longer than a round waits for further events. */
const ROUND_MS = 200;

let read: string[] = [];
let stored = { id: 'a', updated: '1' };
let stops: (() => void)[] = [];

/** Mounts a query as a screen would. */
async function show(...key: string[]): Promise<void> {
  const observer = new QueryObserver(queryClient, {
    queryKey: key,
    queryFn: async () => {
      read.push(key.join(' '));
      return key[1] === 'one' ? stored : [stored];
    },
  });
  stops.push(observer.subscribe(() => undefined));
  await pause(0);
}

beforeEach(async () => {
  // The session checks the age of its token every minute.
  mock.timers.enable({ apis: ['setInterval'] });
  Object.assign(globalThis, { window: new EventTarget(), document: new EventTarget() });
  const token = `e30.${btoa(JSON.stringify({ exp: 4_000_000_000, jti: 'laptop' }))}.c`;
  pb.authStore.save(token, { id: 'anna', collectionId: 'users', collectionName: 'users' });
});
afterEach(() => {
  for (const stop of stops) stop();
  mock.timers.reset();
  queryClient.clear();
  [stops, stored] = [[], { id: 'a', updated: '1' }];
});

test('a save and its events are read again in one round, without what a save has just stored', async () => {
  await startSession();
  await show('sessions', 'list');
  await show('sessions', 'one', 'a');
  await show('clients', 'list');
  await show('letters', 'a');
  read = [];
  // The response of the save: the form has put the stored record into its query.
  stored = { id: 'a', updated: '2' };
  queryClient.setQueryData(['sessions', 'one', 'a'], stored);
  const own = readAgain(['sessions']);
  // The events of the save, for the session and for a letter.
  void readAgain(['sessions', 'clients'], stored);
  void readAgain(['letters'], { id: 'l', updated: '2' });
  await own;
  assert.deepEqual(read.toSorted(), ['clients list', 'letters a', 'sessions list']);
});

test('without its event, and after another tab’s write, the saved record is read too', async () => {
  await show('sessions', 'one', 'a');
  const saved = async (...events: { id: string; updated: string }[]) => {
    read = [];
    stored = { id: 'a', updated: '5' };
    queryClient.setQueryData(['sessions', 'one', 'a'], stored);
    for (const event of events) void readAgain(['sessions'], event);
    await readAgain(['sessions']);
    return read;
  };
  const [own, other] = [
    { id: 'a', updated: '5' },
    { id: 'a', updated: '4' },
  ];
  assert.deepEqual(await saved(), ['sessions one a']);
  assert.deepEqual(await saved(own), []);
  // The other change started earlier and was committed later.
  assert.deepEqual(await saved(own, other), ['sessions one a']);
  assert.deepEqual(await saved(other, own), []);
  // Deleted by the other tab; the cached version is unchanged.
  assert.deepEqual(await saved(own, { id: 'a', updated: '' }), ['sessions one a']);
});

test('an event that comes behind the round begins another one', async () => {
  await show('sessions', 'list');
  read = [];
  await readAgain(['sessions']);
  void readAgain(['sessions'], { id: 'a', updated: '2' });
  await pause(ROUND_MS);
  assert.deepEqual(read, ['sessions list', 'sessions list']);
});

test('AUTH-06 nothing is read again once the sign-in has ended', async () => {
  await show('sessions', 'list');
  read = [];
  const round = readAgain([EVERYTHING]);
  pb.authStore.clear();
  await round;
  assert.deepEqual(read, []);
});
