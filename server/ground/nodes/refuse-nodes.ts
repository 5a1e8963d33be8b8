import { sql } from 'kysely';
import type { Reader } from '#server/ground/db/database.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { NODE_LOCKS } from '#server/ground/nodes/channel.ts';

/** Throws a StartError where a node listens on this database. */
export async function refuseNodes(db: Reader): Promise<void> {
  const { rows } = await sql`
    select from pg_locks
    where locktype = 'advisory' and classid = ${NODE_LOCKS}::int::oid
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db);
  if (rows.length > 0) throw new StartError('A Kabinet is running on DATABASE_URL: stop all nodes first.');
}
