import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { loose } from '#server/ground/db/query.ts';
import { SEALED_FIELDS } from '#server/ground/sealing/envelope.ts';

/** The tables with long texts, and the column of these. */
const TEXTS: readonly [table: string, column: string][] = [
  ...Object.keys(SEALED_FIELDS).map((table): [string, string] => [table, 'sealed']),
  ['consent_documents', 'text'],
];
/** Added for each row: its other columns, indexes and lines in the journal. */
export const ROW_BYTES = 1000;
const PIECE = 1000;

/**
 * Returns about how many bytes a practitioner's records take: the lengths of stored texts, which neither engine reads
 * for it, plus a flat amount per row. Reads by the index of creation times, in pieces.
 */
export async function measurePractice(db: { read: Reader; engine: Engine }, owner: string): Promise<number> {
  let bytes = 0;
  for (const [table, column] of TEXTS) {
    for (let after: string | null = ''; after !== null;) {
      const rows = loose(db.read)
        .selectFrom<string>(table)
        .where(sql<boolean>`"user" = ${owner} and created > ${after}`);
      const last = (await rows.select('created').orderBy('created').limit(1).offset(PIECE).executeTakeFirst()) as
        | { created: string }
        | undefined;
      const length = db.engine === 'postgres' ? sql`pg_column_size` : sql`octet_length`;
      const sum = sql<number>`cast(coalesce(sum(${length}(${sql.ref(column)}) + ${sql.lit(ROW_BYTES)}), 0) as double precision)`;
      const piece = last ? rows.where('created', '<=', last.created) : rows;
      bytes += (await piece.select(sum.as('bytes')).executeTakeFirstOrThrow()).bytes;
      after = last?.created ?? null;
      await setImmediate();
    }
  }
  return bytes;
}
