import assert from 'node:assert/strict';
import { appendFile, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import { readErasedFile } from '#server/data/erasures/erased-list.ts';
import { startServer } from '#server/start-server.ts';
import { exported, imported } from '#proofs/support/archive.ts';
import { quickKeyVariables, QUICK_KEY, runCommand } from '#proofs/support/backup/run-command.ts';
import { createTestData, forEachEngine, onEngine } from '#proofs/support/engines.ts';
import { plantPerson, wholeDatabase } from '#proofs/support/erasures/plant-person.ts';
import { addPractitioner, bookingRow, clientRow, LICENSED } from '#proofs/support/rows.ts';
import { NOON, onServerWith, openTestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

async function textsOf(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
  return texts.join('\n');
}

onEngine('sqlite', 'PostgreSQL has dumps of its own', () => {
  test('OWN-05 an older backup comes back without the erased: by the list beside it, by a named one, by that of the data', async () => {
    await using data = await createTestData('sqlite');
    const beside = (name: string): string => join(data.config.dataDir, '..', name);
    const backupDir = beside('backups');
    await mkdir(backupDir);
    const older = join(backupDir, 'older.backup');
    const later = join(backupDir, 'later.backup');
    let canaries: string[] = [];
    let kept: string[] = [];
    {
      await using server = await openTestServer('sqlite', {
        config: { backupDir, keyFile: data.config.keyFile },
        replace: { limits: UNLIMITED },
      });
      const practice = await server.practitioner(LICENSED);
      const person = await plantPerson(server, practice);
      ({ canaries, past: kept } = person);
      const { dataDir } = server.context.config;
      await makeBackup({ dataDir, file: older, key: QUICK_KEY });
      await practice.pb.send(`/api/clients/${person.client}/erase`, { method: 'POST', body: { reason: 'request' } });
      await makeBackup({ dataDir, file: later, key: QUICK_KEY });
      const lists = [dataDir, backupDir].map((folder) => readFile(join(folder, 'erased.jsonl'), 'utf8'));
      const [one, other] = await Promise.all(lists);
      assert.equal(one, other);
      assert.equal(JSON.parse(one ?? '').client, person.client);
      for (const canary of canaries) assert.ok(!one?.includes(canary), canary);
    }
    const key = { ...(await quickKeyVariables(beside('identity'))), KEY_FILE: data.config.keyFile ?? '' };
    const byCommand = async (name: string, args: string[]): Promise<string[]> => {
      const { code, output } = await runCommand('restore', beside(name), args, key);
      assert.equal(code, 0, output);
      return leftIn(name, args[0] ?? '', null);
    };
    const withoutList = async (name: string, file: string, list: string | null = null): Promise<string[]> => {
      await restoreBackup(file, QUICK_KEY, beside(name), [], { place: data.config.keyFile ?? '', from: '' });
      return leftIn(name, file, list);
    };
    const leftIn = async (name: string, file: string, list: string | null): Promise<string[]> => {
      const dataDir = beside(name);
      const inBackup = await textsOf(dataDir);
      // Names and phones are found in the older one; what was written about the person is sealed.
      const inside = canaries.filter((canary) => inBackup.includes(canary)).length;
      assert.ok(file === later ? inside === 0 : inside > 0 && inside < canaries.length, `${inside}`);
      if (list !== null) await copyFile(list, join(dataDir, 'erased.jsonl'));
      const config = { ...data.config, dataDir };
      const server = await startServer(config, beside('no-web'), { now: () => NOON });
      const { db } = server.context;
      for (let patience = 500; patience > 0; patience -= 1) {
        const text = await textsOf(dataDir);
        if (!canaries.some((canary) => text.includes(canary))) break;
        await pause(50);
      }
      const sessions = await db.read.selectFrom('sessions').select(['id', 'client', 'sealed_fields']).execute();
      assert.deepEqual(
        sessions.filter(({ id }) => kept.includes(id)).map((row) => [row.client, row.sealed_fields]),
        [
          [null, 0],
          [null, 0],
        ],
      );
      await server.stop();
      const text = await textsOf(dataDir);
      return canaries.filter((canary) => text.includes(canary));
    };
    assert.deepEqual(await byCommand('beside', [older]), []);
    if (LONG_FORM) assert.deepEqual(await withoutList('later', later), []);
    const list = beside('list.jsonl');
    await copyFile(join(backupDir, 'erased.jsonl'), list);
    await rm(join(backupDir, 'erased.jsonl'));
    if (LONG_FORM) assert.deepEqual(await byCommand('named', [older, '--erased', list]), []);
    assert.deepEqual(await withoutList('own', older, list), []);
    await assert.rejects(readErasedFile(beside('none'), { isRequired: true }), /none/);
    await writeFile(list, '{"id":"e');
    await assert.rejects(readErasedFile(list, { isRequired: true }), /list\.jsonl is damaged/);
  });
});

forEachEngine((engine) => {
  test('OWN-05 a start erases whom its lists name, also a request that was no client yet, and no other person', async () => {
    await using data = await createTestData(engine);
    const { dataDir } = data.config;
    const key = { backupKeyFile: null, backupRecipients: [RECIPIENT] };
    const start = (backupDir: string | null = null) =>
      startServer({ ...data.config, ...key, backupDir }, join(dataDir, 'no-web'), { now: () => NOON });
    const first = await start();
    const owner = await addPractitioner(first.context.db);
    const [anna, boris] = [clientRow(owner, { name: 'Анна Первая' }), clientRow(owner, { name: 'Борис Второй' })];
    const request = bookingRow(owner, { name: 'Анна Иначе' });
    await first.context.db.write(async ({ trx }) => {
      await trx.insertInto('clients').values([anna, boris]).execute();
      await trx.insertInto('booking').values(request).execute();
    });
    await first.stop();
    await mkdir(dataDir, { recursive: true });
    const entry = {
      id: 'e'.repeat(15),
      user: owner,
      client: anna.id,
      created: '2026-11-20 09:00:00.000Z',
      reason: 'request',
      kinds: { removed: { clients: 1 }, kept: { sessions: 0 } },
      mentions: [],
      requests: [request.id],
    };
    const stranger = { ...entry, id: 'f'.repeat(15), user: 'u'.repeat(15), client: boris.id, requests: [] };
    await writeFile(
      join(dataDir, 'erased.jsonl'),
      [entry, stranger].map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    for (let round = 0; round < 2; round += 1) {
      const server = await start();
      const { db } = server.context;
      const text = await wholeDatabase(db);
      assert.doesNotMatch(text, /Анна (Первая|Иначе)/);
      assert.match(text, /Борис Второй/);
      const erasures = await db.read.selectFrom('erasures').select(['id', 'client', 'created']).execute();
      assert.deepEqual(erasures, [{ id: entry.id, client: anna.id, created: entry.created }]);
      const lines = await db.read
        .selectFrom('journal')
        .select(['action', 'author'])
        .where('subject', '=', 'erasures')
        .execute();
      assert.deepEqual(lines, [{ action: 'create', author: 'program' }]);
      // A request that a browser sent once more.
      await db.write(({ trx }) => trx.insertInto('booking').values(request).execute());
      await server.stop();
    }
    // A crash between the commit and the list.
    await rm(join(dataDir, 'erased.jsonl'));
    await (await start()).stop();
    assert.match(await readFile(join(dataDir, 'erased.jsonl'), 'utf8'), new RegExp(anna.id));
    // A missing backup disk, whatever stands in its place, does not prevent the start; a damaged list does.
    const backups = join(dataDir, '..', 'backups');
    await (await start(backups)).stop();
    await mkdir(join(backups, 'erased.jsonl'), { recursive: true });
    await (await start(backups)).stop();
    await rm(join(backups, 'erased.jsonl'), { recursive: true });
    await writeFile(join(backups, 'erased.jsonl'), '[]\n');
    await assert.rejects(start(backups), /backups.erased\.jsonl is damaged/);
    await appendFile(join(dataDir, 'erased.jsonl'), '[]\n');
    await assert.rejects(start(), /erased\.jsonl is damaged/);
  });
});

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);

  it('OWN-02 OWN-05 an import leaves out the erased, counts their rows, and takes sessions without a person', async () => {
    const practice = await server.practitioner(LICENSED);
    const { pb } = practice;
    const other = await pb.collection('clients').create({ name: 'Ольга Другая', phone: '+7 900 000-00-01' });
    const { client, canaries, past } = await plantPerson(server, practice);
    // An archive takes real zones alone.
    await server.context.db.write(async ({ trx }) => {
      await trx.updateTable('clients').set({ time_zone: '' }).execute();
      await trx.updateTable('booking').set({ time_zone: '' }).execute();
    });
    const before = await exported(pb);
    await pb.send(`/api/clients/${client}/erase`, { method: 'POST', body: { reason: 'term' } });
    const { status, records, skipped, problems } = await imported(pb, before);
    assert.deepEqual([status, records, problems], [200, {}, []]);
    assert.equal(skipped['erased'], 1 + 2 + 3 + 1 + 1 + 1 + 4 + 4);
    const text = await wholeDatabase(server.context.db);
    assert.deepEqual(
      canaries.filter((canary) => text.includes(canary)),
      [],
    );
    const after = await exported(pb);
    await pb.collection('clients').delete(other.id);
    for (const id of past) await pb.collection('sessions').delete(id);
    const again = await imported(pb, after);
    assert.deepEqual([again.status, again.records], [200, { clients: 1, sessions: 2 }]);
    assert.ok(after.equals(await exported(pb)));
  });
});
