import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CsvImports, CsvTakenBack } from '#domain/csv-import/report.ts';
import { importTable, previewTable } from '#proofs/support/csv.ts';
import { followRecords } from '#proofs/support/followed-records.ts';
import { addBooking, LICENSED } from '#proofs/support/rows.ts';
import { NOON, onServer, refusalOf, type TestPractitioner } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const NAMES = ['Анна', 'Борис', 'Вера', 'Глеб', 'Дарья', 'Ева', 'Жанна'];
const TABLE = NAMES.map((name, at) => `${name};+7 916 200-00-0${at}\n`).join('');

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const imported = async ({ pb }: TestPractitioner) =>
    (await importTable(pb, TABLE, { columns: 'name:0,phone:1', header: '0' })).body.import;
  const takeBack = ({ pb }: TestPractitioner, id: string): Promise<CsvTakenBack> =>
    pb.send(`/api/import/csv/${id}`, { method: 'DELETE' });
  const recent = async ({ pb }: TestPractitioner) => (await pb.send<CsvImports>('/api/import/csv', {})).items;
  const clientsOf = async ({ pb }: TestPractitioner) =>
    new Map((await pb.collection('clients').getFullList()).map((client) => [String(client['name']), client.id]));

  test('OWN-03 an import is taken back within a day: what was changed or is in use stays, and is named', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const { pb, owner } = practitioner;
    const id = await imported(practitioner);
    assert.deepEqual(await recent(practitioner), [{ import: id, created: '2026-11-21 09:00:00.000Z', clients: 7 }]);
    const clients = await clientsOf(practitioner);
    const idOf = (name: string) => clients.get(name) ?? '';
    server.clock.now = NOON.add({ hours: 1 });
    try {
      await pb.collection('clients').create({ name: 'Своя', phone: '112233' });
      await pb.collection('clients').update(idOf('Анна'), { description: 'Звонила' });
      await pb.collection('sessions').create({ client: idOf('Борис'), date: '2026-11-23 06:00:00Z' });
      await addBooking(server.context.db, owner, { client: idOf('Вера'), status: 'confirmed' });
      const document = await pb.collection('consent_documents').create({ title: 'Согласие', text: 'Согласен' });
      const given_at = '2026-11-21 09:30:00.000Z';
      await pb.collection('consents').create({ document: document.id, client: idOf('Глеб'), given_at });
      const told = followRecords(server.context);
      await told();
      server.clock.now = NOON.add({ hours: 24 });
      const { removed, kept } = await takeBack(practitioner, id);
      assert.equal(removed, 3);
      assert.deepEqual(
        kept,
        ['Анна', 'Борис', 'Вера', 'Глеб'].map((name) => ({ id: idOf(name), name })),
      );
      assert.deepEqual(
        [...(await clientsOf(practitioner)).keys()].toSorted(),
        [...NAMES.slice(0, 4), 'Своя'].toSorted(),
      );
      const events = (await told()).map(({ collection, action, id: record }) => [collection, action, record].join());
      const deleted = [...['Дарья', 'Ева', 'Жанна'].map((name) => ['clients', idOf(name)]), ['news', id]];
      assert.deepEqual(
        new Set(events),
        new Set(deleted.map(([collection, record]) => [collection, 'delete', record].join())),
      );
      const { items } = await pb.send('/api/journal', {});
      const { subject, client, count } = items.find(({ action }: { action: string }) => action === 'delete');
      assert.deepEqual([subject, client, count], ['clients', '', 3]);
      assert.deepEqual(await takeBack(practitioner, id), { removed: 0, kept });
    } finally {
      server.clock.now = NOON;
    }
  });

  test('OWN-03 an import of yesterday stays, one of another practitioner and one that was taken back are not there', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const id = await imported(practitioner);
    const neighbour = await server.practitioner(LICENSED);
    assert.equal((await refusalOf(takeBack(neighbour, id))).status, 404);
    assert.deepEqual(await recent(neighbour), []);
    server.clock.now = NOON.add({ hours: 24, milliseconds: 1 });
    try {
      assert.deepEqual((await refusalOf(takeBack(practitioner, id))).codes, { import: 'import_too_old' });
      assert.deepEqual(await recent(practitioner), []);
    } finally {
      server.clock.now = NOON;
    }
    const [one, other] = await Promise.all([0, 1].map(() => takeBack(practitioner, id).catch(() => null)));
    assert.deepEqual([one, other].filter(Boolean), [{ removed: 7, kept: [] }]);
    assert.equal((await refusalOf(takeBack(practitioner, id))).status, 404);
    assert.equal((await clientsOf(practitioner)).size, 0);
    for (const unknown of ['x', 'aaaaaaaaaaaaaaa']) {
      assert.equal((await refusalOf(takeBack(practitioner, unknown))).status, 404);
    }
  });

  test('OWN-03 taking back keeps a request that was declined before the import', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const request = { name: 'Анна', phone: '+7 916 200-00-00', status: 'cancelled' } as const;
    const declined = await addBooking(server.context.db, practitioner.owner, request);
    await takeBack(practitioner, await imported(practitioner));
    const requests = await practitioner.pb.collection('booking').getFullList();
    assert.deepEqual(
      requests.map((one) => one.id),
      [declined.id],
    );
  });

  it('OWN-03 a practitioner sends 60 tables in ten minutes, and a neighbour as many', async () => {
    const [{ pb }, neighbour] = [await server.practitioner(), await server.practitioner()];
    for (let sent = 0; sent < 60; sent += 1) assert.equal((await previewTable(pb, TABLE)).status, 200);
    assert.equal((await previewTable(pb, TABLE)).status, 429);
    assert.equal((await previewTable(neighbour.pb, TABLE)).status, 200);
  });
});
