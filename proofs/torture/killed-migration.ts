import { Kysely, PostgresDialect } from 'kysely';
import { migrate } from '#server/ground/db/migrate.ts';
import { connect } from '#server/ground/db/node-sqlite.ts';
import { ImmediateSqliteDialect } from '#server/ground/db/sqlite-kysely.ts';
import { createPool } from '#server/ground/db/postgres.ts';
import { counting, LATER_STEPS } from '#proofs/faults/migration-crashes.ts';

// killed-migration.ts FILE-OR-URL ORDINAL: migrates a database and kills itself after the statement with this number.

const [place = '', ordinal = ''] = process.argv.slice(2);
const engine = place.startsWith('postgres') ? 'postgres' : 'sqlite';
const dialect =
  engine === 'postgres'
    ? new PostgresDialect({ pool: createPool(place) })
    : new ImmediateSqliteDialect(connect(place, 'write'));
const db = new Kysely<unknown>({ dialect }).withPlugin(
  counting((statement) => void (statement === Number(ordinal) && process.kill(process.pid, 'SIGKILL'))),
);
await migrate(db, engine, LATER_STEPS);
await db.destroy();
