import assert from 'node:assert/strict';
import { importTable } from '#proofs/support/csv.ts';
import { followRecords } from '#proofs/support/followed-records.ts';
import { LICENSED } from '#proofs/support/rows.ts';
import type { TestServer } from '#proofs/support/test-server.ts';

export const HEADER = 'ФИО;Телефон;Комментарий\r\n';
export const rowsOf = (count: number): string =>
  Array.from({ length: count }, (_, at) => `Клиент ${at};+7 916 ${1_000_000 + at};Заметка ${at}\r\n`).join('');

/** Imports a table of so many rows: one transaction, one entry of the journal, one event a client, and none again. */
export async function importAsOne(server: TestServer, count: number): Promise<void> {
  const { pb } = await server.practitioner(LICENSED);
  const told = followRecords(server.context);
  await told();
  const { body } = await importTable(pb, HEADER + rowsOf(count));
  assert.deepEqual([body.imported, body.refused], [count, []]);
  const events = await told();
  assert.deepEqual(
    [events.length, new Set(events.map(({ id }) => id)).size, events[0]?.action],
    [count, count, 'create'],
  );
  const { items } = await pb.send('/api/journal', {});
  assert.deepEqual(
    items.flatMap(({ action, subject, client, count: of }: Record<string, unknown>) =>
      subject === 'clients' ? [[action, client, of]] : [],
    ),
    [['create', '', count]],
  );
  const again = (await importTable(pb, HEADER + rowsOf(count))).body;
  assert.deepEqual([again.imported, again.refused.length], [0, count]);
}
