import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErasureReport } from '#domain/erasures/erasure.ts';
import { stopHash } from '#server/practice/letters/address-keys.ts';
import { unfinished } from '#server/ground/mail/letter-files.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { followRecords } from '#proofs/support/followed-records.ts';
import { bytesIn, bytesOf, filesIn } from '#proofs/support/bytes-of-files.ts';
import { plantPerson, wholeDatabase } from '#proofs/support/erasures/plant-person.ts';
import { openStream } from '#proofs/support/event-stream.ts';
import { rowsOf } from '#proofs/support/stored-rows.ts';
import { onServerWith, refusalOf, settle, type TestPractitioner, UNLIMITED } from '#proofs/support/test-server.ts';
import { LICENSED } from '#proofs/support/rows.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const PATIENCE_MS = 10_000;

const erase = ({ pb }: Pick<TestPractitioner, 'pb'>, client: string, body: object = { reason: 'request' }) =>
  pb.send<ErasureReport>(`/api/clients/${client}/erase`, { method: 'POST', body });

/** Returns the canaries that a file of the folder holds. */
function inFiles(folder: string, canaries: readonly string[]): string[] {
  const bytes = bytesIn(folder);
  return canaries.filter((canary) => bytes.includes(canary));
}

/** Returns the files of the folder that hold one. */
function holders(folder: string, canaries: readonly string[]): string[] {
  return filesIn(folder).filter((file) => {
    const bytes = bytesOf([file]);
    return canaries.some((canary) => bytes.includes(canary));
  });
}

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);
  const open = () => server.practitioner(LICENSED);

  test('OWN-05 the folder of the list of the erased is there from the start on, for its owner alone', () => {
    assert.equal(statSync(server.context.config.dataDir).mode & 0o777, 0o700);
  });

  test('OWN-05 of an erased client nothing is left: 30 canaries in every field, searched in rows, files and events', async () => {
    const practice = await open();
    const { pb, owner } = practice;
    const { db, config } = server.context;
    const neighbour = await open();
    await plantPerson(server, neighbour);
    const { client, canaries, past, requests, note } = await plantPerson(server, practice);
    assert.ok(canaries.length >= 30, String(canaries.length));
    const before = await wholeDatabase(db);
    const told = () => db.read.selectFrom('news').select('kind').where('user', '=', practice.owner).execute();
    assert.notDeepEqual(await told(), []);
    assert.deepEqual(
      canaries.filter((canary) => !before.includes(canary)),
      [],
    );
    const mail = join(config.dataDir, 'mail');
    assert.notDeepEqual(inFiles(mail, canaries), []);
    // As a crash leaves them in the middle of writing.
    for (const file of filesIn(mail)) await copyFile(file, unfinished(file));
    const others = await rowsOf(db, neighbour.owner);
    // What was planted is published before the stream opens.
    await followRecords(server.context)();
    const stream = await openStream(server.url);
    const subscriptions = ['clients/*', 'sessions/*', 'booking/*', 'letters/*', 'consents/*', 'series/*', 'erasures/*'];
    await fetch(`${server.url}/api/realtime`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: pb.authStore.token },
      body: JSON.stringify({ clientId: stream.clientId, subscriptions }),
    });

    const foreseen = await erase(practice, client, { reason: 'request', dryRun: true });
    assert.equal(foreseen.erasure, null);
    assert.equal(await wholeDatabase(db), before);
    const report = await erase(practice, client);
    assert.deepEqual({ ...report, erasure: null }, foreseen);
    const { letters, ...removed } = report.removed;
    assert.deepEqual(removed, {
      clients: 1,
      sessions: 3,
      texts: 2,
      series: 1,
      series_skips: 1,
      booking: 4,
      visit_links: removed.visit_links,
      consents: 4,
      letter_stops: 1,
    });
    assert.ok(letters >= 4 && removed.visit_links >= 2, JSON.stringify(report.removed));
    assert.deepEqual([report.kept, report.mentions], [{ sessions: 2, payments: 1 }, [note]]);

    assert.deepEqual(await told(), [], 'what was told of the person');
    const after = await wholeDatabase(db);
    assert.deepEqual(
      canaries.filter((canary) => after.includes(canary)),
      [],
    );
    for (const end = performance.now() + PATIENCE_MS; inFiles(config.dataDir, canaries).length > 0; await pause(20))
      assert.ok(performance.now() < end, holders(config.dataDir, canaries).join());
    for (const end = performance.now() + PATIENCE_MS; !stream.text().includes('"erasures"'); await pause(20))
      assert.ok(performance.now() < end, stream.text());
    await stream.close();
    assert.match(stream.text(), /"action":"delete"/);
    assert.deepEqual(
      canaries.filter((canary) => stream.text().includes(canary)),
      [],
    );
    assert.deepEqual(await rowsOf(db, neighbour.owner), others);

    const sessions = await pb.collection('sessions').getFullList({ expand: 'client', sort: 'date' });
    assert.deepEqual(
      sessions.map(({ id, client: whose, date, status, duration, expand }) => ({
        id,
        whose,
        date,
        status,
        duration,
        expand,
      })),
      [
        { date: '2026-11-02 07:00:00.000Z', status: 'completed' },
        { date: '2026-11-09 07:00:00.000Z', status: 'canceled' },
      ].map((kept, at) => ({ id: past[at], whose: '', duration: 60, expand: {}, ...kept })),
    );
    const [erasure] = await pb.collection('erasures').getFullList({ filter: `client = '${client}'` });
    assert.deepEqual([erasure?.['reason'], erasure?.['kinds'].removed], ['request', report.removed]);
    assert.equal('requests' in (erasure ?? {}), false);
    const [stored] = await db.read.selectFrom('erasures').select('requests').where('user', '=', owner).execute();
    assert.deepEqual(JSON.parse(stored?.requests ?? '').toSorted(), requests);
    const { items } = await pb.send('/api/journal', { query: { client, perPage: 100 } });
    const lines = items.map(({ action, subject }: { action: string; subject: string }) => `${action} ${subject}`);
    for (const line of ['create erasures', 'delete clients', 'update sessions', 'delete booking'])
      assert.ok(lines.includes(line), line);
  });

  test('OWN-05 an erasure sent again, or sixteen at once, is one: each gets the same', async () => {
    const practice = await open();
    const { client } = await plantPerson(server, practice);
    const calls = Array.from({ length: 16 }, () => erase(practice, client));
    assert.deepEqual(await settle(calls), { passed: 16, refusals: [] });
    const reports = await Promise.all(calls);
    assert.equal(new Set(reports.map((report) => JSON.stringify(report))).size, 1);
    assert.deepEqual(await erase(practice, client), reports[0]);
    assert.equal((await practice.pb.collection('erasures').getList()).totalItems, 1);
  });

  it('OWN-05 strangers, unknown clients and missing reasons are refused, and nothing changes', async () => {
    const [practice, stranger] = [await open(), await open()];
    const { client } = await plantPerson(server, practice);
    const before = await wholeDatabase(server.context.db);
    const status = async (call: Promise<unknown>) => (await refusalOf(call)).status;
    assert.equal(await status(erase(stranger, client)), 404);
    assert.equal(await status(erase(practice, newRecordId())), 404);
    assert.equal(await status(erase({ pb: server.visitor() }, client)), 401);
    for (const body of [{}, { reason: 'else' }, { reason: '' }]) {
      const { status: refused, codes } = await refusalOf(erase(practice, client, body));
      assert.deepEqual([refused, Object.keys(codes)], [400, ['reason']]);
    }
    assert.equal(await wholeDatabase(server.context.db), before);
    await erase(practice, client);
    assert.equal(await status(erase(stranger, client)), 404);
  });

  test('OWN-05 a person with the same phone and address stays, and so does the opt-out of that address', async () => {
    const { pb, owner } = await open();
    const email = 'family@example.com';
    const [anna, boris] = [
      await pb.collection('clients').create({ name: 'Анна', phone: '+7 900 111-22-33', email }),
      await pb.collection('clients').create({ name: 'Борис', phone: '+7 900 111-22-33', email }),
    ];
    const { db } = server.context;
    const hash = stopHash(server.context, owner, email);
    await db.write(({ trx }) =>
      trx.insertInto('letter_stops').values({ user: owner, hash, created: '2026-11-21 09:00:00.000Z' }).execute(),
    );
    const report = await erase({ pb }, anna.id);
    assert.deepEqual([report.removed.clients, report.removed.letter_stops], [1, 0]);
    assert.deepEqual(
      (await pb.collection('clients').getFullList()).map(({ id }) => id),
      [boris.id],
    );
    const again = { id: anna.id, name: 'Анна', phone: '+7 900 111-22-33' };
    assert.deepEqual((await refusalOf(pb.collection('clients').create(again))).codes, { id: 'validation_not_unique' });
    await pb.collection('clients').create({ ...again, id: newRecordId() });
  });

  it('OWN-05 a session without a person can be changed and given to a client, and has neither texts nor a link of its own', async () => {
    const { pb } = await open();
    const client = await pb.collection('clients').create({ name: 'Анна', phone: '+7 900 111-22-33' });
    const { id } = await pb
      .collection('sessions')
      .create({ client: client.id, date: '2026-11-02 07:00:00.000Z', news: 'слова' });
    await erase({ pb }, client.id);
    const sessions = pb.collection('sessions');
    const changed = await sessions.update(id, { status: 'completed', duration: 50 });
    assert.deepEqual([changed['client'], changed['news'], changed['duration']], ['', '', 50]);
    await sessions.update(id, { client: '', status: 'canceled' });
    // What another tab had typed, alone and within a batch.
    for (const text of ['description', 'thoughts', 'news']) {
      const { status, codes } = await refusalOf(sessions.update(id, { [text]: 'слова' }));
      assert.deepEqual([status, codes], [400, { [text]: 'validation_no_client' }]);
    }
    const batch = pb.createBatch();
    batch.collection('sessions').update(id, { thoughts: 'слова' });
    assert.equal((await refusalOf(batch.send())).status, 400);
    assert.equal((await sessions.getOne(id))['thoughts'], '');
    assert.equal((await refusalOf(pb.send(`/api/sessions/${id}/visit-link`, { method: 'POST' }))).status, 400);
    assert.equal((await refusalOf(sessions.create({ client: '', date: '2026-11-03 07:00:00.000Z' }))).status, 400);
    const boris = await pb.collection('clients').create({ name: 'Борис', phone: '+7 900 111-22-34' });
    const given = await sessions.update(id, { client: boris.id, thoughts: 'слова' });
    assert.deepEqual([given['client'], given['thoughts']], [boris.id, 'слова']);
    assert.equal((await refusalOf(sessions.update(id, { client: '' }))).status, 400);
    await sessions.delete(id);
  });
});
