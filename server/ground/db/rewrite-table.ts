import type pg from 'pg';
import { StartError } from '#server/ground/process/start-error.ts';

/**
 * Rewrites a table of PostgreSQL without the rows that were deleted or changed. Throws a StartError where the role
 * lacks the right to: the server only warns then and leaves the table as it is.
 */
export async function rewriteTable(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ file: string }>(`select pg_relation_filenode($1) as file`, [table]);
  await client.query(`vacuum (full, analyze) ${table}`);
  const { rows: after } = await client.query<{ file: string }>(`select pg_relation_filenode($1) as file`, [table]);
  if (rows[0]?.file === after[0]?.file)
    throw new StartError(`The role in DATABASE_URL may not rewrite ${table}: kabinet migrate gives it the right.`);
}
