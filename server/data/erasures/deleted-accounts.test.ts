import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import PocketBase from 'pocketbase';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import type { Config } from '#server/ground/config/config.ts';
import { forgetUnverified } from '#server/accounts/letter-links/confirm-address.ts';
import { openDatabase } from '#server/ground/db/open-database.ts';
import { keeperOfErased } from '#server/data/erasures/keep-erased.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import type { Replaced } from '#server/open-context.ts';
import { startServer } from '#server/start-server.ts';
import { PASSWORD } from '#proofs/support/accounts/account.ts';
import { erased } from '#proofs/support/accounts/erased.ts';
import { QUICK_KEY, quickKeyVariables, runCommand } from '#proofs/support/backup/run-command.ts';
import { createTestData, forEachEngine, onEngine } from '#proofs/support/engines.ts';
import { plantPerson, wholeDatabase } from '#proofs/support/erasures/plant-person.ts';
import { typedAt } from '#proofs/support/operator/on-server.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { openTestServer, refusalOf, type TestPractitioner, UNLIMITED } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const LICENCE = { license_key: 'VALID_1', license_status: 'active', license_expires_at: '2027-11-21 09:00:00.000Z' };

const accountsIn = async (folder: string): Promise<string[]> => {
  const lines = (await readFile(join(folder, 'erased.jsonl'), 'utf8')).trimEnd().split('\n');
  return [...new Set(lines.map((line): string => JSON.parse(line).account))].toSorted();
};

async function running(config: Config, replace: Replaced = {}) {
  const server = await startServer(config, join(config.dataDir, 'no-web'), replace);
  return { ...server, [Symbol.asyncDispose]: () => server.stop() };
}

async function signIn(url: string, owner: string): Promise<PocketBase> {
  const pb = new PocketBase(url);
  await pb.collection('users').authWithPassword(`${owner}@example.com`, PASSWORD);
  return pb;
}

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('AUTH-12 OWN-05 a deleted account does not come back with an older backup: gone before anybody is served, erased behind that', async () => {
    await using server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
    const { context } = server;
    const { dataDir, keyFile, databaseUrl } = context.config;
    const beside = (name: string): string => join(dataDir, '..', name);
    const [own, others, neighbour] = [
      await server.practitioner(LICENCE),
      await server.practitioner(LICENCE),
      await server.practitioner(LICENCE),
    ] as const;
    const { canaries } = await plantPerson(server, own);
    const client = { name: `Анна ${newRecordId()}`, phone: '+7 916 204-18-36' };
    await others.pb.collection('clients').create(client);
    canaries.push(client.name);
    const kept = await neighbour.pb.collection('clients').create({ name: 'Мария', phone: '+7 916 204-18-35' });
    await mkdir(beside('backups'));
    const file = join(beside('backups'), 'older.backup');
    await makeBackup({ dataDir, databaseUrl, file, key: QUICK_KEY });

    const email = (whose: TestPractitioner): string => `${whose.owner}@example.com`;
    await own.pb.collection('users').delete(own.owner, { body: { password: PASSWORD } });
    const { status } = await typedAt(server, ['users', 'delete', email(others), '--yes']);
    assert.equal(status, 0);
    for (const { owner } of [own, others]) await erased(context, owner);
    await keeperOfErased(context)();
    const gone = [own.owner, others.owner].toSorted();
    assert.deepEqual(await accountsIn(dataDir), gone);
    const list = await readFile(join(dataDir, 'erased.jsonl'), 'utf8');
    assert.doesNotMatch(list, /@|Анна/);

    const key = { ...(await quickKeyVariables(beside('identity'))), KEY_FILE: keyFile ?? '' };
    await writeFile(beside('list.jsonl'), list);
    await using data = await createTestData(engine);
    const config: Config = { ...data.config, keyFile, dataDir: beside('restored') };
    const url = { DATABASE_URL: config.databaseUrl ?? '' };
    const args = [file, '--erased', beside('list.jsonl')];
    const { code, output } = await runCommand('restore', config.dataDir, args, { ...key, ...url });
    assert.equal(code, 0, output);
    assert.match(output, /Erased since: clients 0, accounts 2\./);
    const start = () => running(config, { now: () => server.clock.now, limits: UNLIMITED });

    // The control: without a start that reads the list they are back.
    const back = await openDatabase(config, {}, 'as they are');
    const accounts = await back.read.selectFrom('users').select('id').execute();
    await back.close();
    assert.deepEqual(new Set(accounts.map(({ id }) => id)), new Set([...gone, neighbour.owner]));
    {
      await using first = await start();
      for (const whose of [own, others]) {
        assert.equal((await refusalOf(signIn(first.url, whose.owner))).status, 400);
        const page = await fetch(`${first.url}/api/booking-page/${whose.bookingHash}`);
        assert.equal(page.status, 404);
      }
      const still = await signIn(first.url, neighbour.owner);
      assert.equal((await still.collection('clients').getOne(kept.id))['name'], 'Мария');
      for (const { owner } of [own, others]) await erased(first.context, owner);
      const text = await wholeDatabase(first.context.db);
      assert.deepEqual(
        [...canaries, email(own), email(others)].filter((canary) => text.includes(canary)),
        [],
      );
      assert.deepEqual(await accountsIn(config.dataDir), gone);
    }
    // The database knows them too: a list that was lost is written again.
    await rm(join(config.dataDir, 'erased.jsonl'));
    await using later = await start();
    assert.ok(later.url);
    assert.deepEqual(await accountsIn(config.dataDir), gone);
  });

  test('AUTH-12 a registration that was never confirmed leaves nothing to remember', async () => {
    await using server = await openTestServer(engine);
    const { context, clock } = server;
    await addPractitioner(context.db, { verified: 0, email: 'later@example.com' });
    clock.now = clock.now.add({ hours: 24 * 8 });
    await forgetUnverified(context);
    assert.deepEqual(await context.db.read.selectFrom('erased_accounts').selectAll().execute(), []);
  });
});

onEngine('postgres', 'only here there are several nodes', () => {
  test('AUTH-12 OWN-05 every node remembers an account that another one deleted', async () => {
    await using data = await createTestData('postgres');
    const folders = ['one', 'two'].map((name) => join(data.config.dataDir, '..', name));
    await using one = await running({ ...data.config, dataDir: folders[0] ?? '' });
    await using two = await running({ ...data.config, dataDir: folders[1] ?? '' });
    const owner = await addPractitioner(one.context.db);
    const pb = await signIn(one.url, owner);
    await pb.collection('users').delete(owner, { body: { password: PASSWORD } });
    await erased(one.context, owner);
    for (const { context } of [one, two]) await keeperOfErased(context)();
    for (const folder of folders) assert.deepEqual(await accountsIn(folder), [owner]);
  });
});
