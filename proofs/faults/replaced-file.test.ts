import assert from 'node:assert/strict';
import { copyFileSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import PocketBase from 'pocketbase';
import { createPractice, EMAIL, PASSWORD } from '#proofs/support/backup/practice-on-disk.ts';
import { makeInvitation } from '#server/accounts/registration/invitations.ts';
import { readConfig } from '#server/ground/config/config.ts';
import type { Context } from '#server/ground/context.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { LOOK_EVERY_MS } from '#server/ground/db/watch-database.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { createLog } from '#server/ground/process/log.ts';
import { startServer } from '#server/start-server.ts';
import { refusalOf } from '#proofs/support/test-server.ts';

// A folder whose database file an administrator removes or replaces by hand.

interface Served extends AsyncDisposable {
  context: Context;
  pb: PocketBase;
  logged: string[];
  stop: () => Promise<void>;
}

async function serve(dataDir: string): Promise<Served> {
  const logged: string[] = [];
  const log = createLog({ logLevel: 'warn' }, { write: (line) => void logged.push(line) });
  const server = await startServer(readConfig({ DATA_DIR: dataDir, PORT: '0' }), join(tmpdir(), 'no-web'), { log });
  const stop = () => server.stop();
  return { pb: callerOf(server.url), context: server.context, logged, stop, [Symbol.asyncDispose]: stop };
}

function callerOf(url: string): PocketBase {
  const pb = new PocketBase(url);
  pb.autoCancellation(false);
  return pb;
}

const signIn = (pb: PocketBase) => pb.collection('users').authWithPassword(EMAIL, PASSWORD);
const addClient = (pb: PocketBase, name: string) =>
  pb.collection('clients').create({ name, phone: '+7 900 000-00-00' });
const countClients = async (pb: PocketBase) => (await pb.collection('clients').getList()).totalItems;
const refusedStart = (dataDir: string, why: RegExp) =>
  assert.rejects(openSqlite(dataDir), (error) => error instanceof StartError && why.test(error.message));

const MIXTURE =
  /^In DATA_DIR \S+ kabinet\.db was replaced and kabinet\.db-wal belongs to [^.]+ kabinet backup restore\.$/;

test('an older copy that was put in place while the server was off voids every token, and the folder starts', async () => {
  await using practice = await createPractice();
  const [database, copy] = [join(practice.dataDir, 'kabinet.db'), practice.beside('copy.db')];
  const first = await serve(practice.dataDir);
  await signIn(first.pb);
  await makeInvitation(first.context, null);
  const lost = first.pb.authStore.token;
  await first.stop();
  copyFileSync(database, copy);

  const second = await serve(practice.dataDir);
  await signIn(second.pb);
  // Signs the lost device out; the copy does not contain that.
  await second.pb.send('/api/sign-ins', { method: 'DELETE' });
  await second.stop();
  copyFileSync(copy, database);

  const third = await serve(practice.dataDir);
  assert.match(third.logged.join(''), /kabinet\.db was replaced while the server was off/);
  for (const token of [lost, second.pb.authStore.token]) {
    third.pb.authStore.save(token);
    assert.equal((await refusalOf(third.pb.collection('users').authRefresh())).status, 401);
  }
  assert.deepEqual(await third.context.db.read.selectFrom('invitations').select('hash').execute(), []);
  await signIn(third.pb);
  await third.stop();

  await using fourth = await serve(practice.dataDir);
  assert.doesNotMatch(fourth.logged.join(''), /database|kabinet\.db/);
  fourth.pb.authStore.save(third.pb.authStore.token, third.pb.authStore.record);
  await fourth.pb.collection('users').authRefresh();
});

test('an older copy beside the log of a killed server is refused, and so is no file; the right one starts', async () => {
  await using practice = await createPractice();
  const killed = practice.beside('killed');
  const database = join(killed, 'kabinet.db');
  const server = await serve(practice.dataDir);
  await signIn(server.pb);
  await addClient(server.pb, 'Только в журнале');
  // The files as kill -9 leaves them.
  cpSync(practice.dataDir, killed, { recursive: true });
  await server.stop();
  const older = await serve(practice.dataDir);
  await older.stop();

  renameSync(database, `${database}.right`);
  copyFileSync(join(practice.dataDir, 'kabinet.db'), database);
  await refusedStart(killed, MIXTURE);
  rmSync(database);
  await refusedStart(killed, /^DATA_DIR \S+ held data before, but its file kabinet\.db is missing/);
  assert.ok(!existsSync(database));
  renameSync(`${database}.right`, database);
  await using right = await serve(killed);
  assert.doesNotMatch(right.logged.join(''), /database|kabinet\.db/);
  await signIn(right.pb);
  assert.equal(await countClients(right.pb), 1);
});

test('a file that is moved away from a running server ends reading and writing until it is back, and nothing is lost', async () => {
  await using practice = await createPractice();
  const database = join(practice.dataDir, 'kabinet.db');
  await using server = await serve(practice.dataDir);
  const { pb } = server;
  await signIn(pb);
  await addClient(pb, 'До');
  renameSync(database, `${database}.away`);
  assert.equal((await refusalOf(addClient(pb, 'Между'))).status, 503, 'the first write');
  assert.equal((await refusalOf(pb.collection('clients').getList())).status, 503, 'every read behind it');
  const health = await fetch(pb.buildURL('/api/health'));
  assert.equal(health.status, 503);
  assert.ok(Number(health.headers.get('retry-after')) > 0);
  assert.ok(!existsSync(database), 'no empty practice in its place');
  assert.match(server.logged.join(''), /"level":"error".+database replaced/);
  renameSync(`${database}.away`, database);
  await addClient(pb, 'После');
  assert.equal(await countClients(pb), 2);
  assert.equal((await fetch(pb.buildURL('/api/health'))).status, 200);
});

for (const [how, put] of [
  ['written over', copyFileSync],
  ['moved over', renameSync],
] as const) {
  test(`an older copy that is ${how} the file of a running server is not served, not written to and not mixed`, async (t) => {
    await using practice = await createPractice();
    const [database, copy] = [join(practice.dataDir, 'kabinet.db'), practice.beside('copy.db')];
    copyFileSync(database, copy);
    const bytes = readFileSync(copy);
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { pb, stop } = await serve(practice.dataDir);
    await signIn(pb);
    await addClient(pb, 'До');
    put(copy, database);
    t.mock.timers.tick(LOOK_EVERY_MS);
    assert.equal((await refusalOf(pb.collection('clients').getList())).status, 503);
    assert.equal((await refusalOf(addClient(pb, 'После'))).status, 503);
    await stop();
    assert.ok(readFileSync(database).equals(bytes), 'nothing of the log was carried into the copy');
    if (existsSync(`${database}-wal`) && statSync(`${database}-wal`).size > 0) {
      await refusedStart(practice.dataDir, MIXTURE);
      rmSync(`${database}-wal`);
    }
    await using next = await serve(practice.dataDir);
    await signIn(next.pb);
    assert.equal(await countClients(next.pb), 0);
  });
}
