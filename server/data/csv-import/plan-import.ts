import { setImmediate } from 'node:timers/promises';
import { clientKey } from '#domain/clients/client.ts';
import type { CsvColumns } from '#domain/csv-import/columns.ts';
import type { RefusedRow, RemarkedRow, RowRemark, RowWhy } from '#domain/csv-import/report.ts';
import { clientOfRow, type RowClient } from '#domain/csv-import/row.ts';
import { placesLeft } from '#server/practice/clients/client-limit.ts';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { idList } from '#server/ground/db/id-list.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { TableRow } from '#server/data/csv-import/read-table.ts';

const ROWS_AT_ONCE = 200;

type ReadRow = { line: number } & ({ client: RowClient; remarks: RowRemark[]; key: string } | { why: RowWhy });

/** Reads each row by the rules of a client; nothing of it depends on the practice. */
export async function readRows(rows: readonly TableRow[], columns: CsvColumns): Promise<ReadRow[]> {
  const read: ReadRow[] = [];
  for (const { line, cells, why } of rows) {
    const row = why ? { why } : clientOfRow(cells, columns);
    read.push({ line, ...('why' in row ? row : { ...row, key: clientKey(row.client.name, row.client.phone) }) });
    if (read.length % ROWS_AT_ONCE === 0) await setImmediate();
  }
  return read;
}

export interface Plan {
  clients: RowClient[];
  refused: RefusedRow[];
  remarks: RemarkedRow[];
}

interface Practice {
  reader: Reader;
  engine: Engine;
  owner: OwnerId;
  now: Temporal.Instant;
}

/** Says which rows are added: no client twice, and no more than the licence lets in. */
export async function planImport({ reader, engine, owner, now }: Practice, rows: readonly ReadRow[]): Promise<Plan> {
  const known = await keysThere({ reader, engine, owner }, rows);
  const seen = new Set<string>();
  const places = await placesLeft(reader, owner, now);
  const plan: Plan = { clients: [], refused: [], remarks: [] };
  for (const row of rows) {
    const why = 'why' in row ? row.why : whyNot(row.key);
    if (why) plan.refused.push({ line: row.line, why });
    else if ('client' in row) {
      plan.clients.push(row.client);
      plan.remarks.push(...row.remarks.map((remark) => ({ line: row.line, remark })));
    }
  }
  return plan;

  function whyNot(key: string): RowWhy | null {
    if (known.has(key)) return 'exists';
    if (seen.has(key)) return 'repeated';
    if (plan.clients.length >= places) return 'limit';
    seen.add(key);
    return null;
  }
}

async function keysThere(
  { reader, engine, owner }: Omit<Practice, 'now'>,
  rows: readonly ReadRow[],
): Promise<Set<string | null>> {
  const keys = rows.flatMap((row) => ('key' in row ? row.key : []));
  const there = await reader
    .selectFrom('clients')
    .select('identity_key')
    .where('user', '=', owner)
    .where('identity_key', 'in', idList(engine, keys))
    .execute();
  return new Set(there.map(({ identity_key }) => identity_key));
}
