import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { idList, ownerBesideIds, type AnyRow, loose } from '#server/ground/db/query.ts';
import { encodedColumns, encodeRow } from '#server/ground/db/row-codec.ts';
import { NO_ENVELOPE } from '#server/ground/db/sealed-rows.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';
import { type DeletedRows, removeRows } from '#server/records/delete-with-dependents.ts';

/** The columns of text that an event of an erased record may keep: ids, times and choices. */
const SAID = [
  'id',
  'user',
  'created',
  'updated',
  'client',
  'series',
  'session',
  'booking',
  'document',
  'date',
  'status',
] as const satisfies string[];
const WORDLESS: ReadonlySet<string> = new Set(SAID);

/**
 * Deletes rows of these tables as the store does, but without a word about the person in the events and in what nodes
 * keep of them.
 */
export async function eraseRows<Name extends RecordTable>(
  action: Action,
  tables: readonly Name[],
  ids: Readonly<Record<Name, readonly string[]>>,
  client: string,
): Promise<void> {
  const erased: DeletedRows = new Map();
  for (const table of tables) await removeRows(action, table, ids[table], undefined, erased);
  const { context, write, owner } = action;
  for (const [table, deleted] of erased) {
    const rows = [...deleted.values()].map((row) => withoutWords(table, row));
    await writeEntry(action, {
      action: 'delete',
      subject: table,
      record: rows.length === 1 ? String(rows[0]?.['id']) : '',
      client,
      count: rows.length,
    });
    await context.events.publishRecords(write, { collection: table, action: 'delete', owner, rows });
  }
}

function withoutWords(table: RecordTable, row: Readonly<AnyRow>): AnyRow {
  const json = encodedColumns(table).flatMap(([column, encoding]) => (encoding === 'json' ? column : []));
  const blank = (column: string, value: unknown): unknown => {
    if (json.includes(column)) return 'null';
    return typeof value === 'string' && !WORDLESS.has(column) ? '' : value;
  };
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, blank(column, value)]));
}

/** The columns of a past session that are emptied, besides its sealed texts. */
const OF_THE_PERSON = {
  client: '',
  series: '',
  occurrence: '',
  moves: 0,
  outcome_at: '',
  place: '',
} as const;

/** Takes the person out of past sessions, which stay with date, length, status, outcome and what they cost. */
export async function forgetPerson(action: Action, sessions: readonly string[], client: string): Promise<void> {
  if (sessions.length === 0) return;
  const { context, write, owner } = action;
  const rows = await loose(write.trx)
    .updateTable<string>('sessions')
    .set({ ...encodeRow('sessions', OF_THE_PERSON), ...NO_ENVELOPE, updated: printInstant(action.now) })
    .where('id', 'in', idList(write.engine, sessions))
    .where(ownerBesideIds(write.engine, 'user'), '=', owner)
    .returningAll()
    .execute();
  await writeEntry(action, {
    action: 'update',
    subject: 'sessions',
    record: rows.length === 1 ? String(rows[0]?.['id']) : '',
    client,
    columns: [...Object.keys(OF_THE_PERSON), ...sealedFields('sessions')],
    count: rows.length,
  });
  await context.events.publishRecords(write, { collection: 'sessions', action: 'update', owner, rows });
}
