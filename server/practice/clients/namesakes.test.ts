import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { exported, imported } from '#proofs/support/archive.ts';
import { importTable } from '#proofs/support/csv.ts';
import { LICENSED } from '#proofs/support/rows.ts';
import { onServer, refusalOf, type TestPractitioner } from '#proofs/support/test-server.ts';

const ANNA = 'Иванова Анна Сергеевна';
/** For other work on the machine. */
const SLACK_MS = 200;

onServer((server) => {
  const add = ({ pb }: TestPractitioner, name: string, phone: string) =>
    pb.collection('clients').create({ name, phone: `+7 916 000-00-0${phone}` });
  /** The last digits of the phones of clients who are marked as namesakes. */
  const toldApart = async ({ pb }: TestPractitioner) =>
    (await pb.collection('clients').getFullList({ filter: 'namesake = true', sort: 'phone' })).map(({ phone }) =>
      String(phone).slice(-1),
    );

  test('CLIENT-13 clients of one name are told apart, as long as there are two', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const { pb } = practitioner;
    const first = await add(practitioner, ANNA, '1');
    assert.equal(first['namesake'], false);
    await add(practitioner, 'Иванова Анна', '3');
    const stranger = await server.practitioner(LICENSED);
    await add(stranger, ANNA, '4');
    assert.deepEqual(await toldApart(practitioner), []);

    const second = await add(practitioner, '  иванова  Анна Сергеевна ', '2');
    assert.equal(second['namesake'], true);
    assert.deepEqual(await toldApart(practitioner), ['1', '2']);
    assert.deepEqual(await toldApart(stranger), []);
    assert.equal((await pb.collection('clients').update(second.id, { description: 'Утром' }))['namesake'], true);

    const renamed = await pb.collection('clients').update(second.id, { name: 'Иванова Анна' });
    assert.equal(renamed['namesake'], true);
    assert.deepEqual(await toldApart(practitioner), ['2', '3']);
    await pb.collection('clients').delete(second.id);
    assert.deepEqual(await toldApart(practitioner), []);
    assert.equal((await pb.collection('clients').update(first.id, { name: ANNA.toUpperCase() }))['namesake'], false);
    assert.equal((await refusalOf(pb.collection('clients').update(first.id, { namesake: true }))).status, 400);

    const session = { client: first.id, date: '2026-12-04 11:00:00.000Z' };
    const { id } = await pb.collection('sessions').create(session);
    await add(practitioner, ANNA, '5');
    const shown = await pb.collection('sessions').getOne(id, { expand: 'client' });
    assert.equal(shown.expand?.['client']['namesake'], true);
    assert.equal(shown.expand?.['client']['phone'], '+7 916 000-00-01');
  });

  test('CLIENT-13 SERIES-02 a series that meets a session names whose it is, told apart from others of the name', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const { pb } = practitioner;
    const client = await add(practitioner, ANNA, '1');
    await pb.collection('sessions').create({ client: client.id, date: '2026-12-04 11:00:00.000Z' });
    const wish = { client: client.id, start: '2026-12-04T14:00', every_weeks: 1, count: 1 };
    const met = async () =>
      (await pb.send('/api/series/preview', { method: 'POST', body: wish })).occurrences[0]?.with.name;
    assert.equal(await met(), ANNA);
    await add(practitioner, ANNA, '2');
    assert.equal(await met(), `${ANNA} ··\u00A000-01`);
  });

  test('CLIENT-13 clients who come many at once are told apart too, and an archive says nothing of it', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const { pb } = practitioner;
    await add(practitioner, ANNA, '1');
    await importTable(pb, `${ANNA};+7 916 000-00-02;\r\n${ANNA};+7 916 000-00-03;\r\nОлег Ли;+7 916 000-00-04;\r\n`);
    assert.deepEqual(await toldApart(practitioner), ['1', '2', '3']);
    const zip = await exported(pb);
    for (const { id } of await pb.collection('clients').getFullList()) await pb.collection('clients').delete(id);
    await add(practitioner, 'Олег Ли', '5');
    assert.equal((await imported(pb, zip)).status, 200);
    assert.deepEqual(await toldApart(practitioner), ['1', '2', '3', '4', '5']);
  });

  test('CLIENT-13 four times as many clients of one name come and go in about four times as long', async (t) => {
    const practitioner = await server.practitioner(LICENSED);
    const { id } = await add(practitioner, ANNA, '1');
    const { db } = server.context;
    const stored = await db.read.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const columns = sql.join(
      Object.keys(stored)
        .filter((column) => column !== 'id' && column !== 'identity_key')
        .map((column) => sql.ref(column)),
    );
    const took = async (count: number, name: string) => {
      const began = performance.now();
      await db.write(({ trx }) =>
        sql`insert into clients (id, identity_key, ${columns})
          with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
          select cast(${name} as text) || (100000 + i), cast(${`${name}\n`} as text) || i, ${columns}
          from clients, n where id = ${id}`.execute(trx),
      );
      const own = db.read.selectFrom('clients').where('id', 'like', `${name}%`).where('namesake', '=', 1);
      const marked = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      assert.equal(marked.count, count);
      await db.write(({ trx }) => trx.deleteFrom('clients').where('id', 'like', `${name}%`).execute());
      return performance.now() - began;
    };
    const shortest = async (count: number) => {
      const rounds: number[] = [];
      for (let round = 0; round < 3; round += 1) rounds.push(await took(count, `${count}${round}`.padEnd(9, 'x')));
      return Math.min(...rounds);
    };
    const [few, many] = [await shortest(1500), await shortest(6000)];
    t.diagnostic(`${Math.round(few)} and ${Math.round(many)} ms`);
    assert.ok(many < 8 * few + SLACK_MS, `${few} ms, then ${many} ms`);
  });
});
