import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import type { Engine } from '#server/ground/db/database.ts';

/** Milliseconds of one tick, in which Linux counts the work of another process. */
const TICK_MS = 10;

/**
 * Returns the milliseconds of CPU time that each of so many runs takes of this process, and of PostgreSQL behind this
 * database. What else the machine does costs none.
 */
export async function workOf<Tables>(
  { db, engine }: { db: Kysely<Tables>; engine: Engine },
  run: () => Promise<unknown>,
  runs = 1,
): Promise<number> {
  const began = ownMs() + (await postgresMs(db, engine));
  for (let at = 0; at < runs; at += 1) await run();
  return (ownMs() + (await postgresMs(db, engine)) - began) / runs;
}

function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Of all connections of a database, 0 on SQLite. */
async function postgresMs<Tables>(db: Kysely<Tables>, engine: Engine): Promise<number> {
  if (engine === 'sqlite') return 0;
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
  `.execute(db);
  const stats = await Promise.all(rows.map(({ pid }) => readFile(`/proc/${pid}/stat`, 'utf8')));
  return stats.reduce((sum, stat) => {
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return sum + (user + system) * TICK_MS;
  }, 0);
}
