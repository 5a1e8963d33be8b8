import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Write } from '#server/ground/db/database.ts';
import { idList, ownerBesideIds, type AnyRow, loose } from '#server/ground/db/query.ts';
import { encodeRow } from '#server/ground/db/row-codec.ts';
import { sealRow } from '#server/ground/db/sealed-rows.ts';
import { TABLES, type RecordTable } from '#server/ground/db/tables.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';
import { journalAndPublish, type NewRecord, type RecordChanges } from '#server/records/store.ts';

/** Adds records of the same columns in one statement, with one journal entry that holds their number. */
export async function insertRows<Table extends RecordTable>(
  action: Action,
  table: Table,
  records: readonly NewRecord<Table>[],
): Promise<void> {
  if (records.length === 0) return;
  const now = printInstant(action.now);
  const complete: AnyRow[] = [];
  for (const record of records) {
    const row = {
      id: newRecordId(),
      ...encodeRow(table, record),
      created: now,
      updated: now,
      [TABLES[table].owner]: action.owner,
    };
    complete.push(await sealRow(action.write, table, row));
  }
  const rows = await loose(action.write.trx).insertInto<string>(table).values(complete).returningAll().execute();
  await journalAndPublish(action, table, 'create', rows);
}

/** Whole sealed rows of a table with the same columns, as JSON. */
export interface StoredRows {
  columns: readonly string[];
  json: string | Uint8Array;
}

/**
 * Adds stored rows in one statement without a parameter for each value. The caller writes the journal entry of all of
 * them, and publishes them.
 */
export async function insertStored(
  write: Write,
  table: RecordTable | 'visit_links',
  { columns, json }: StoredRows,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await (
    write.engine === 'postgres'
      ? sql`
          insert into ${sql.table(table)} (${names})
          select ${names} from json_populate_recordset(null::${sql.table(table)}, cast(${typeof json === 'string' ? json : Buffer.from(json).toString()} as json))
        `
      : sql`
          insert into ${sql.table(table)} (${names})
          with one (value) as materialized (select value from json_each(cast(${json} as text)))
          select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(`$.${column}`)}`))} from one
        `
  ).execute(write.trx);
}

/**
 * Changes the same columns of many of the owner's records, with one journal entry. A `parked` column is part of a
 * unique index and may pass from one record to another: for a moment it holds the id. Throws for a text that is stored
 * sealed: no reader would see it next to its envelope.
 */
export async function updateRows<Table extends RecordTable>(
  action: Action,
  table: Table,
  changes: readonly (RecordChanges<Table> & { id: string })[],
  parked?: string,
): Promise<void> {
  const [first] = changes;
  if (!first) return;
  if (sealedFields(table).some((name) => Object.hasOwn(first, name))) throw new Error('Texts are sealed one by one.');
  const { trx, engine } = action.write;
  const [name, owner] = [sql.table(table), ownerBesideIds(engine, `${table}.${TABLES[table].owner}`)];
  const ids = idList(
    engine,
    changes.map(({ id }) => id),
  );
  if (parked !== undefined) {
    await sql`update ${name} set ${sql.ref(parked)} = id where ${owner} = ${action.owner} and id in ${ids}`.execute(
      trx,
    );
  }
  const columns = Object.entries(encodeRow(table, first)).filter(([column]) => column !== 'id');
  const set = columns.map(([column, value]) => {
    const type = sql.raw(typeof value === 'number' ? 'integer' : 'text');
    return sql`${sql.ref(column)} = cast(change.value ->> ${sql.lit(column)} as ${type})`;
  });
  const list = JSON.stringify(changes.map((change) => encodeRow(table, change)));
  const { rows } = await sql<AnyRow>`
    update ${name} set ${sql.join([...set, sql`updated = ${printInstant(action.now)}`])}
    from ${engine === 'postgres' ? sql`jsonb_array_elements(cast(${list} as jsonb))` : sql`json_each(${list})`} as change
    where ${sql.ref(`${table}.id`)} = cast(change.value ->> 'id' as text) and ${owner} = ${action.owner}
    returning ${engine === 'postgres' ? sql`${name}.*` : sql`*`}
  `.execute(trx);
  await journalAndPublish(
    action,
    table,
    'update',
    rows,
    columns.map(([column]) => column),
  );
}
