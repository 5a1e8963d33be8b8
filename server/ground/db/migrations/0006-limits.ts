import { type Kysely, sql } from 'kysely';

/**
 * Attempts counted for all nodes, until their window expires; a single process counts in memory. Not logged: a crash
 * loses a few minutes of counts, while a log would cost a write to the disk for every attempt.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`
    create unlogged table rate_limits (
      key text collate "C" primary key,
      points integer not null,
      expire bigint
    )
  `.execute(db);
}
