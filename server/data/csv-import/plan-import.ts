import { setImmediate } from 'node:timers/promises';
import { clientKey } from '#domain/clients/client.ts';
import { labelColumns } from '#domain/csv-import/column-names.ts';
import type { CsvColumns } from '#domain/csv-import/columns.ts';
import type { RefusedRow, RemarkedRow, RowRemark, RowWhy } from '#domain/csv-import/report.ts';
import { clientOfRow, type RowClient } from '#domain/csv-import/row.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time/zone.ts';
import { placesLeft } from '#server/practice/clients/client-limit.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { Table } from '#server/data/csv-import/read-table.ts';

const ROWS_AT_ONCE = 200;

type ReadRow = { line: number } & ({ client: RowClient; remarks: RowRemark[]; key: string } | { why: RowWhy });

/** Reads each row by the rules of a client; depends on nothing of the practice but its day. */
export async function readRows({ rows, names }: Table, columns: CsvColumns, today: string): Promise<ReadRow[]> {
  const labels = labelColumns(names);
  const read: ReadRow[] = [];
  for (const { line, cells, why } of rows) {
    const row = why ? { why } : clientOfRow(cells, columns, labels, today);
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
  owner: OwnerId;
  now: Temporal.Instant;
}

/** Decides which rows are added: no client twice, and no more than the licence allows. */
export async function planImport({ reader, owner, now }: Practice, rows: readonly ReadRow[]): Promise<Plan> {
  const known = await peopleThere(reader, owner);
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
    const people = peopleOf(key);
    if (people.some((person) => known.has(person))) return 'exists';
    if (people.some((person) => seen.has(person))) return 'repeated';
    if (plan.clients.length >= places) return 'limit';
    for (const person of people) seen.add(person);
    return null;
  }
}

/** Returns today's date in the practitioner's zone. */
export async function todayOf({ reader, owner, now }: Practice): Promise<string> {
  const profile = await reader.selectFrom('profiles').select('time_zone').where('user', '=', owner).executeTakeFirst();
  return now
    .toZonedDateTimeISO(profile?.time_zone ?? DEFAULT_TIME_ZONE)
    .toPlainDate()
    .toString();
}

/** Returns a key for each phone number of a client: the same name with one of them is the same person. */
function peopleOf(key: string): string[] {
  const [name = '', ...numbers] = key.split('\n');
  return numbers.map((number) => `${name}\n${number}`);
}

async function peopleThere(reader: Reader, owner: OwnerId): Promise<Set<string>> {
  const there = await reader.selectFrom('clients').select('identity_key').where('user', '=', owner).execute();
  return new Set(there.flatMap(({ identity_key }) => peopleOf(identity_key ?? '')));
}
