import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type PocketBase from 'pocketbase';
import type { Config } from '#server/ground/config/config.ts';
import { moveToPostgres } from '#server/data/move/move-to-postgres.ts';
import { moveToSqlite } from '#server/data/move/move-to-sqlite.ts';
import { startServer } from '#server/start-server.ts';
import { createTestData, onEngine } from '#proofs/support/engines.ts';
import {
  deviceOf,
  keys,
  type Locksmith,
  locksmith,
  NEW_PASSWORD,
  post,
  resetPassword,
  turnOnStrict,
} from '#proofs/support/strict.ts';
import { type Callers, callersOf, CHEAP_PASSWORDS, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';

type Place = Pick<TestServer, 'context'> & Callers;

const quiet = (): void => undefined;

/** Runs code while a server is open on the data. */
async function during<Result>(config: Config, run: (place: Place) => Promise<Result>): Promise<Result> {
  const server = await startServer({ ...config, passwordCost: CHEAP_PASSWORDS }, 'no-web', { limits: UNLIMITED });
  try {
    return await run({ context: server.context, ...callersOf([server.url], server.context) });
  } finally {
    await server.stop();
  }
}

/** A client, a session, a note and whatever texts they have. */
async function textsOf(pb: PocketBase): Promise<unknown[]> {
  const read = async (collection: string, ...fields: string[]) =>
    (await pb.collection(collection).getFullList()).flatMap((record) => fields.map((field) => record[field]));
  return [
    ...(await read('clients', 'description')),
    ...(await read('sessions', 'description', 'news', 'thoughts')),
    ...(await read('blog_posts', 'title', 'content')),
  ];
}

const TEXTS = ['о человеке', 'план', 'новости «ё» 🕊', '', 'тема', 'содержание'];
const ABSENT = TEXTS.map(() => undefined);

async function practise(place: Place): Promise<Locksmith & { code: string }> {
  const smith = await locksmith(place);
  const { pb } = smith;
  const date = '2030-01-01 09:00:00.000Z';
  const person = { name: 'Анна', phone: '+7 900 000-00-01', description: 'о человеке' };
  const { id: client } = await pb.collection('clients').create(person);
  const texts = { description: 'план', news: 'новости «ё» 🕊' };
  await pb.collection('sessions').create({ client, date, status: 'scheduled', ...texts });
  await pb.collection('blog_posts').create({ title: 'тема', content: 'содержание', date });
  const code = await turnOnStrict(pb);
  while ((await keys(pb)).changing !== null);
  return { ...smith, code };
}

/** The token of a device that signed in before the move. */
function sameDevice({ pb }: Locksmith, place: Place): PocketBase {
  const device = place.visitor();
  device.authStore.save(pb.authStore.token, pb.authStore.record);
  return device;
}

onEngine('postgres', 'from one engine to the other, both in each test', () => {
  test('SEAL-01 SEAL-04 a strict practice moves there and back: what was open opens, what was locked is locked until the code is given', async () => {
    await using from = await createTestData('sqlite');
    await using to = await createTestData('postgres');
    // One key file for all places.
    const { keyFile, dataDir } = from.config;
    const there = { ...to.config, keyFile };
    const back = { ...from.config, dataDir: join(dataDir, '..', 'returned') };
    const { open, locked } = await during(from.config, async (place) => {
      const smiths = { open: await practise(place), locked: await practise(place) };
      await resetPassword(place, smiths.locked.email);
      return smiths;
    });

    await moveToPostgres(dataDir, String(there.databaseUrl), quiet);
    await during(there, async (place) => {
      assert.deepEqual(await textsOf(sameDevice(open, place)), TEXTS);
      const device = await deviceOf(place, locked.email, NEW_PASSWORD);
      assert.deepEqual(await textsOf(device), ABSENT);
      await post(device, 'unlock', { password: NEW_PASSWORD, code: locked.code });
      assert.deepEqual(await textsOf(device), TEXTS);
      await resetPassword(place, open.email);
    });

    await moveToSqlite(String(there.databaseUrl), back.dataDir, quiet);
    await during(back, async (place) => {
      assert.deepEqual(await textsOf(await deviceOf(place, locked.email, NEW_PASSWORD)), TEXTS);
      const device = await deviceOf(place, open.email, NEW_PASSWORD);
      assert.deepEqual(await textsOf(device), ABSENT);
      await post(device, 'unlock', { password: NEW_PASSWORD, code: open.code });
      assert.deepEqual(await textsOf(device), TEXTS);
    });
  });
});
