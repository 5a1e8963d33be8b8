import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErasureReport } from '#domain/erasures/erasure.ts';
import { onServer } from '#proofs/support/test-server.ts';

onServer((server) => {
  test('OWN-05 of an erased client’s sessions the worth stays, of a package its share, and payments without a word', async () => {
    const { pb } = await server.practitioner();
    const client = await pb.collection('clients').create({ name: 'Мария', phone: '+7 916 204-18-35', price: 350_000 });
    const held = (date: string, values: object = {}) =>
      pb.collection('sessions').create({ client: client.id, date, status: 'completed', ...values });
    await held('2026-10-01 09:00:00.000Z');
    const paid = { client: client.id, amount: 200, meetings: 3, paid_on: '2026-10-02' };
    await pb.collection('payments').create({ ...paid, note: 'Пакет' });
    for (const day of ['02', '03', '04']) await held(`2026-10-${day} 09:00:00.000Z`);
    await held('2026-10-05 09:00:00.000Z', { waived: true });
    await held('2026-10-06 09:00:00.000Z', { status: 'canceled', outcome: 'late' });
    const erase = (dryRun: boolean) =>
      pb.send<ErasureReport>(`/api/clients/${client.id}/erase`, {
        method: 'POST',
        body: { reason: 'request', dryRun },
      });
    assert.deepEqual((await erase(true)).kept, { sessions: 6, payments: 1 });
    // Done, and asked once more.
    for (const _ of [1, 2]) assert.deepEqual((await erase(false)).kept, { sessions: 6, payments: 1 });
    const sessions = await pb.collection('sessions').getFullList({ sort: 'date' });
    assert.deepEqual(
      sessions.map(({ client: whose, price, waived, status, outcome }) => [whose, price, waived, status, outcome]),
      [
        ['', 350_000, false, 'completed', ''],
        ['', 66, false, 'completed', ''],
        ['', 66, false, 'completed', ''],
        ['', 68, false, 'completed', ''],
        ['', 350_000, true, 'completed', ''],
        ['', 350_000, false, 'canceled', 'late'],
      ],
    );
    const [payment] = await pb.collection('payments').getFullList();
    assert.deepEqual(
      [payment?.['client'], payment?.['session'], payment?.['note'], payment?.['amount'], payment?.['meetings']],
      ['', '', '', 200, 3],
    );
  });
});
