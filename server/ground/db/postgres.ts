import {
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  sql,
} from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Database } from '#server/ground/db/database.ts';
import { bindKeys } from '#server/ground/db/data-keys.ts';
import { migrate, refuseOtherTables, type Tables } from '#server/ground/db/migrate.ts';
import { migrations } from '#server/ground/db/migrations/all.ts';
import { redactErrors } from '#server/ground/db/postgres-error.ts';
import { connectAlone, createPostgresPool, TakesNoWrites } from '#server/ground/db/postgres-connections.ts';
import { serverUrl } from '#server/ground/config/postgres-url.ts';
import type { Schema } from '#server/ground/db/schema.ts';
import { warnFirst } from '#server/ground/process/log.ts';
import { StartError, asStartError } from '#server/ground/process/start-error.ts';
import { refuseInsideWrite, writer } from '#server/ground/db/transaction.ts';
import { Keys } from '#server/ground/sealing/keys.ts';
import { DataUnavailable } from '#server/ground/db/unavailable.ts';

const OLDEST_VERSION = 15;
const NO_RIGHT = '42501';

export interface PostgresDatabase extends Database {
  engine: 'postgres';
  pool: pg.Pool;
  /**
   * Returns a connection outside the pool; the caller handles its errors and ends it. Statements time out after
   * `statementMs`.
   */
  connect(statementMs?: number): Promise<pg.Client>;
}

export interface PostgresOptions {
  /** The URL of the same database without the pooler that `url` leads to. */
  directUrl?: string | null;
  /** Whether statements have no time limit, as for copying everything. */
  patient?: boolean;
  tables?: Tables;
  log?: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Connects to the database of a `postgres://` URL and brings its tables up to date or, with `tables`, refuses those of
 * another version.
 */
export async function openPostgres(
  url: string,
  { directUrl = null, patient = false, tables = 'brought up to date', log }: PostgresOptions = {},
): Promise<PostgresDatabase> {
  const direct = directUrl ?? url;
  const pooled = directUrl !== null;
  for (const each of [direct, url]) readCertificates(each);
  await prepare(direct, tables, log);
  const pool = createPostgresPool({ url, pooled, patient });
  const dialect = new RedactingDialect({ pool });
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => (closed ??= pool.end());
  if (pooled) {
    try {
      await checkPooler(pool);
    } catch (error) {
      await close();
      throw startErrorOf(error) ?? error;
    }
  }
  const kysely = new Kysely<Schema>({ dialect });
  const keys = new Keys();
  bindKeys(kysely, keys);
  return {
    engine: 'postgres',
    keys,
    pool,
    connect: (statementMs) => connectAlone(direct, statementMs),
    get read() {
      refuseInsideWrite();
      return kysely;
    },
    ...writer('postgres', kysely),
    async snapshot(run) {
      refuseInsideWrite();
      const begun = kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
      return begun.execute(run);
    },
    async check() {
      await sql`select`.execute(kysely);
    },
    close,
  };
}

/** Fails here for files of certificates that the URL names and that cannot be read. */
function readCertificates(url: string): void {
  try {
    void new pg.Client({ connectionString: serverUrl(url) ?? '' });
  } catch (error) {
    throw asStartError(error, 'A file that DATABASE_URL names cannot be read');
  }
}

/** Brings the tables up to date, without a time limit. */
async function prepare(url: string, tables: Tables, log: PostgresOptions['log']): Promise<void> {
  const pool = createPool(url);
  try {
    await checkServer(pool);
    const kysely = new Kysely<unknown>({ dialect: new RedactingDialect({ pool }) });
    await (tables === 'as they are'
      ? refuseOtherTables(kysely)
      : migrate(kysely, 'postgres', migrations, (...words) => warnFirst(log, ...words)));
  } catch (error) {
    throw (await foreignTables(error, pool)) ?? startErrorOf(error) ?? error;
  } finally {
    await pool.end();
  }
}

/**
 * Returns the error for tables that another role has restored or not brought up to date: the program lacks rights on
 * them, and the message says what to do. Null for any other error.
 */
async function foreignTables(error: unknown, pool: pg.Pool): Promise<StartError | null> {
  if (!(error instanceof Error && 'code' in error && error.code === NO_RIGHT)) return null;
  const { rows } = await pool.query<{ owner: string; role: string; reads: boolean }>(
    `select tableowner as owner, current_user as role, has_table_privilege('migrations', 'select') as reads from pg_tables
     where schemaname = current_schema() and tableowner <> current_user and tablename = 'migrations' limit 1`,
  );
  const [found] = rows;
  if (!found) return null;
  if (found.reads) {
    return new StartError(
      `The tables that DATABASE_URL leads to are of another version: first let ${found.owner}, to whom they belong, bring them up to date by kabinet migrate ${found.role}.`,
    );
  }
  return new StartError(
    `The tables that DATABASE_URL leads to belong to the role ${found.owner}, not to ${found.role}: restore them with --role=${found.role}.`,
  );
}

/** Returns a pool for preparing a database. */
export function createPool(url: string): pg.Pool {
  return createPostgresPool({ url, pooled: false, patient: true });
}

async function checkPooler(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ timeout: string }>("select current_setting('statement_timeout') as timeout");
  if (rows[0]?.timeout !== '0') return;
  throw new StartError(
    "DATABASE_URL leads through a pooler to a role without a limit: alter role … set statement_timeout = '15s', and let the pooler connect anew.",
  );
}

async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; encoding: string }>(
    "select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding",
  );
  for (const { version, encoding } of rows) {
    if (version < OLDEST_VERSION) {
      throw new StartError(`DATABASE_URL leads to PostgreSQL ${version}, ${OLDEST_VERSION} or later is needed.`);
    }
    if (encoding !== 'UTF8') {
      throw new StartError(`DATABASE_URL leads to a database with the encoding ${encoding}, UTF8 is needed.`);
    }
  }
}

/**
 * Network failures carry a code, as PostgreSQL's refusals do (wrong password, no such database, no right to create).
 */
function startErrorOf(error: unknown): StartError | null {
  if (error instanceof StartError || !(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === NO_RIGHT)
    return new StartError('DATABASE_URL names a role that may not create tables or the extension btree_gist.');
  // A pooler refuses the settings with which a connection begins.
  if (code === '08P01')
    return new StartError('DATABASE_URL leads to a pooler: DATABASE_DIRECT_URL must name the database behind it.');
  if (code !== null && /CERT|SIGNATURE|ISSUER|CRL/.test(code)) {
    return new StartError(
      `DATABASE_URL leads to a server whose certificate is not trusted (${code}): name its authority by sslrootcert=FILE.`,
    );
  }
  if (/SSL connection/.test(error.message)) {
    return new StartError('DATABASE_URL asks for an encrypted connection, and the server offers none.');
  }
  if (code !== null && /^(?:E[A-Z_]+|28...|3D000|53300|57P03)$/.test(code)) {
    return new StartError(`DATABASE_URL leads to a database that does not let us in (${code}).`);
  }
  if (error instanceof TakesNoWrites) return new StartError('DATABASE_URL leads to no server that takes writes.');
  if (redactErrors(error) instanceof DataUnavailable || /timeout/.test(error.message))
    return new StartError('DATABASE_URL leads to a database that does not answer.');
  return null;
}

/** Throws errors without the values that those of the driver quote. */
class RedactingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new RedactingDriver(this.#config);
  }
}

class RedactingDriver extends PostgresDriver {
  /** The connections wrapped already: Kysely returns the same object for a connection of the pool each time. */
  readonly #wrapped = new WeakSet<DatabaseConnection>();

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options).catch((error: unknown) => {
      throw redactErrors(error);
    });
    if (!this.#wrapped.has(connection)) {
      this.#wrapped.add(connection);
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = async (query, ...rest) => {
        try {
          return await execute(query, ...rest);
        } catch (error) {
          throw redactErrors(error);
        }
      };
    }
    return connection;
  }
}
