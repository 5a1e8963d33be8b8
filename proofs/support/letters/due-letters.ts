import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Database } from '#server/ground/db/database.ts';

/** Whether a letter of either table is being sent, or would be now. */
export async function areLettersDue({ read }: Database, now: Temporal.Instant): Promise<boolean> {
  const isDue = sql<boolean>`(claimed is not null or (not_before <= ${printInstant(now)}))`;
  const own = read.selectFrom('outbox').select('id').where(isDue);
  return (await own.unionAll(read.selectFrom('letters').select('id').where(isDue)).execute()).length > 0;
}
