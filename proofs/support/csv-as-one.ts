import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { importTable } from '#proofs/support/csv.ts';
import { LICENSED } from '#proofs/support/rows.ts';
import type { TestServer } from '#proofs/support/test-server.ts';

export const HEADER = 'ФИО;Телефон;Комментарий\r\n';
export const rowsOf = (count: number): string =>
  Array.from({ length: count }, (_, at) => `Клиент ${at};+7 916 ${1_000_000 + at};Заметка ${at}\r\n`).join('');

/** Imports a table of so many rows: one transaction, one entry of the journal, one reload of its readers, and none again. */
export async function importAsOne(server: TestServer, count: number): Promise<void> {
  const { pb, owner } = await server.practitioner(LICENSED);
  const missed: unknown[] = [];
  server.context.events.onMissed((of) => void missed.push(of));
  const { body } = await importTable(pb, HEADER + rowsOf(count));
  assert.deepEqual([body.imported, body.refused], [count, []]);
  while (missed.length === 0) await setTimeout(10);
  assert.deepEqual(missed, [owner]);
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
