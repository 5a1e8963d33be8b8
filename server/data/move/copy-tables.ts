import { createHash } from 'node:crypto';
import { type Expression, type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { type AnyRow, loose } from '#server/ground/db/query.ts';
import { ALL_TABLES, type Table } from '#server/ground/db/tables.ts';

type Key = Table['key'];
type MovedTable = (typeof ALL_TABLES)[number];
type RowQuery = SelectQueryBuilder<Record<string, AnyRow>, string, AnyRow>;

/** Without secrets: on SQLite they are in a file, which each move reads or writes itself. */
export const MOVED_TABLES = ALL_TABLES.filter(({ move }) => move === 'copied');

/** What a backup holds. */
export const KEPT_TABLES = MOVED_TABLES.filter(({ backup }) => backup === 'kept');

const ROWS_AT_ONCE = 500;

/** The number of rows of a table and a hash of all of them. */
interface Fingerprint {
  rows: number;
  hash: string;
}

/**
 * Copies every row of one database into the empty tables of another and reads it back there; throws a StartError where
 * a table differs. `to` is a transaction, so that a failure leaves nothing behind.
 */
export async function copyTables(
  from: Reader,
  to: Reader,
  target: Engine,
  tell: (table: string, rows: number) => void,
  tables: readonly MovedTable[] = MOVED_TABLES,
): Promise<void> {
  await refuseRows(to);
  for (const table of tables) {
    const { name } = table;
    const copied = await fingerprintOf(piecesOf(loose(from), table), async (rows) => {
      await loose(to).insertInto<string>(name).values(rows).execute();
    });
    const found = await fingerprintOf(piecesOf(loose(to), table));
    if (copied.rows !== found.rows || copied.hash !== found.hash) {
      throw new StartError(`The table ${name} did not arrive as it was: nothing was copied.`);
    }
    tell(name, found.rows);
  }
  // New journal entries continue after the moved ones.
  if (target === 'postgres') {
    await sql`select setval(pg_get_serial_sequence('journal', 'seq'), coalesce((select max(seq) from journal), 0) + 1, false)`.execute(
      to,
    );
  }
}

async function refuseRows(to: Reader): Promise<void> {
  for (const { name } of MOVED_TABLES) {
    const row = await loose(to)
      .selectFrom<string>(name)
      .select(sql`1`.as('one'))
      .limit(1)
      .executeTakeFirst();
    if (row) throw new StartError('The database to copy into holds data already: name an empty one.');
  }
}

/** Yields the rows of a table in the table's order, then by key, in batches that limit memory. */
async function* piecesOf(db: Kysely<Record<string, AnyRow>>, table: MovedTable): AsyncGenerator<AnyRow[]> {
  const { name, order } = table;
  const all = db.selectFrom<string>(name).selectAll().limit(ROWS_AT_ONCE);
  if (!order) return yield* piecesOfQuery(all, table.key);
  for (const value of order.values) yield* piecesOfQuery(all.where(order.column, '=', value), table.key);
}

async function* piecesOfQuery(all: RowQuery, key: Key): AsyncGenerator<AnyRow[]> {
  let after: AnyRow | undefined;
  while (true) {
    let query = all;
    for (const column of key) query = query.orderBy(column);
    if (after) query = query.where(isAfter(key, after));
    const rows = await query.execute();
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    after = rows.at(-1);
  }
}

function isAfter(key: Key, row: AnyRow): Expression<SqlBool> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const values = sql.join(key.map((column) => row[column]));
  return sql<SqlBool>`(${columns}) > (${values})`;
}

async function fingerprintOf(
  pieces: AsyncIterable<AnyRow[]>,
  insert: (rows: AnyRow[]) => Promise<void> = async () => undefined,
): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of pieces) {
    await insert(rows);
    for (const row of rows) hash.update(`${JSON.stringify(row, Object.keys(row).toSorted())}\n`);
    count += rows.length;
  }
  return { rows: count, hash: hash.digest('hex') };
}
