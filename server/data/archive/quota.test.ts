import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, exported, imported } from '#proofs/support/archive.ts';
import { importTable } from '#proofs/support/csv.ts';
import { onEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addBooking, addClient, addPractitioner, clientRow, insertSealed } from '#proofs/support/rows.ts';
import { onServerWith, refusalOf } from '#proofs/support/test-server.ts';
import { LIMITS, TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { Quota } from '#server/ground/limits/quota.ts';

const LONG = 'о'.repeat(90_000);
const FULL = /Место для\sваших записей закончилось: занято \d+\sМБ из\s1\. Удалите лишнее/;

onServerWith({ config: { quotaMb: 1 } }, (server) => {
  test('OWN-07 a full practice refuses what grows and says what to do; it deletes, exports and changes settings, and goes on', async () => {
    const { pb, owner } = await server.practitioner();
    const other = await server.practitioner();
    const add = (of = pb, user: string = owner) =>
      of.collection('blog_posts').create({ user, date: '2026-11-21 09:00:00.000Z', title: 'Заметка', content: LONG });
    const notes: string[] = [];
    const refused = await refusalOf(
      (async () => {
        for (let at = 0; at < 20; at += 1) notes.push((await add()).id);
      })(),
    );
    assert.equal(refused.status, 507);
    assert.match(refused.message, FULL);
    assert.ok(notes.length >= 4 && notes.length <= 8, String(notes.length));
    const [first = ''] = notes;
    const longer = await refusalOf(pb.collection('blog_posts').update(first, { content: `${LONG}!` }));
    assert.match(longer.message, FULL);
    const { id: client } = await addClient(server.context.db, owner);
    const batch = pb.createBatch();
    batch.collection('sessions').create({ user: owner, client, date: '2026-12-21 09:00:00.000Z', duration: 60 });
    assert.equal((await refusalOf(batch.send())).status, 507);
    const upsert = pb.createBatch();
    upsert.collection('blog_posts').upsert({ id: first, title: 'Заметка', content: `${LONG}!` });
    assert.match((await refusalOf(upsert.send())).message, FULL);
    const table = await importTable(pb, 'Анна;+7 900 111-22-33;\n');
    assert.deepEqual([table.status, FULL.test(JSON.stringify(table.body))], [507, true]);
    // The neighbour has her own place.
    await add(other.pb, other.owner);
    const zip = await exported(pb);
    const again = await imported(pb, zip);
    assert.deepEqual([again.status, FULL.test(JSON.stringify(again))], [507, true]);
    const { id: request } = await addBooking(server.context.db, owner);
    const approve = () => pb.send(`/api/booking/${request}/approve`, { method: 'POST' });
    assert.match((await refusalOf(approve())).message, FULL);
    assert.equal((await pb.collection('booking').getOne(request))['status'], 'pending');
    const profile = await pb.collection('profiles').getFirstListItem('');
    await pb.collection('profiles').update(profile.id, { name: 'Анна' });
    const { bytes, quota } = await pb.send('/api/use', { method: 'GET' });
    assert.ok(bytes > 700_000 && bytes < 1_300_000 && quota === 1024 * 1024, String(bytes));
    await pb.collection('blog_posts').delete(first);
    await add();
    await pb.collection('blog_posts').delete(notes[1] ?? '');
    await approve();
    assert.equal((await call(pb, '/api/export', {})).status, 200);
  });

  test('OWN-07 a text that is saved again and again counts once', async () => {
    const { pb, owner } = await server.practitioner();
    const date = '2026-11-21 09:00:00.000Z';
    // The first write of all, which is what measures.
    const batch = pb.createBatch();
    batch.collection('blog_posts').upsert({ user: owner, date, title: 'Заметка', content: LONG });
    const [{ body: { id } = { id: '' } } = {}] = await batch.send();
    for (let at = 0; at < 12; at += 1) await pb.collection('blog_posts').update(id, { content: `${LONG}${at}` });
  });

  test('OWN-07 what a practice takes is measured over pieces, also where many rows are of one moment', async () => {
    const { owner } = await server.practitioner();
    const { db } = server.context;
    const rows = Array.from({ length: 2100 }, (_, at) =>
      clientRow(owner, {
        identity_key: String(at),
        created: `2026-11-2${at < 1500 ? 1 : at % 9} 09:00:00.000Z`,
      }),
    );
    for (let at = 0; at < rows.length; at += 300) {
      await db.write((write) => insertSealed(write, 'clients', rows.slice(at, at + 300)));
    }
    const bytes = await server.context.quota.measure(owner);
    assert.ok(bytes >= 2_100_000 && bytes < 2_110_000, String(bytes));
  });
});

test('OWN-07 a flood of texts is refused for a while, and a day of honest work in a minute is not', async () => {
  const quota = new Quota({} as never, 0);
  for (let at = 0; at < 1000; at += 1) {
    await quota.admit('elena');
    quota.note('elena', 60_000);
  }
  for (let at = 0; at < 10; at += 1) quota.note('anna', 10 * 1024 ** 2);
  await assert.rejects(quota.admit('anna'), TooManyRequests);
  await quota.admit('elena');
  assert.ok(LIMITS.writesPerAccount.points > 1000);
});

onEngine('postgres', 'only here other nodes write', () => {
  test('OWN-07 of two nodes each hears within a minute of what the other has stored', async () => {
    await using data = await openTestDatabase('postgres');
    const owner = await addPractitioner(data.db);
    let now = 0;
    const [one, other] = [1, 2].map(() => new Quota(data.db, 1, () => now)) as [Quota, Quota];
    const store = async (quota: Quota, count: number): Promise<void> => {
      await quota.admit(owner);
      const rows = Array.from({ length: count }, (_, at) => clientRow(owner, { identity_key: `${count} ${at}` }));
      await data.db.write((write) => insertSealed(write, 'clients', rows));
      quota.note(owner, count * 1000);
    };
    await store(one, 300);
    await store(other, 900);
    await one.admit(owner);
    now += 61_000;
    await assert.rejects(one.admit(owner), { status: 507 });
    await assert.rejects(other.admit(owner), { status: 507 });
  });
});
