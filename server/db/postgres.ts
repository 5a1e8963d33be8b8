import {
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  sql,
} from 'kysely';
import pg from 'pg';
import type { Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { discreet } from '#server/db/postgres-error.ts';
import type { Schema } from '#server/db/schema.ts';
import { StartError } from '#server/db/start-error.ts';
import { refuseInsideWrite, writer } from '#server/db/transaction.ts';
import { DataUnavailable } from '#server/db/unavailable.ts';

const OLDEST_VERSION = 15;
const INT8 = 20;

export interface PostgresDatabase extends Database {
  engine: 'postgres';
  pool: pg.Pool;
  /** A connection of the caller's own beside the pool; whoever asks for it hears its errors and ends it. */
  connect(): Promise<pg.Client>;
}

/** Connects to the database of a `postgres://` URL and brings its tables up to date. */
export async function openPostgres(url: string): Promise<PostgresDatabase> {
  const pool = createPool(url);
  const dialect = new DiscreetDialect({ pool });
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => (closed ??= pool.end());
  try {
    await checkServer(pool);
    await migrate(new Kysely({ dialect }), 'postgres');
  } catch (error) {
    await close();
    throw startErrorOf(error) ?? error;
  }
  const kysely = new Kysely<Schema>({ dialect });
  return {
    engine: 'postgres',
    pool,
    connect: () => connectAlone(url),
    get read() {
      refuseInsideWrite();
      return kysely;
    },
    write: writer('postgres', kysely),
    async check() {
      await sql`select`.execute(kysely);
    },
    close,
  };
}

export function createPool(url: string): pg.Pool {
  const types = new pg.TypeOverrides();
  // Counts and epoch milliseconds: all below 2^53.
  types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'kabinet',
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    types,
  });
  // A connection that is lost fails the query in flight and is replaced by the pool; unheard, it would end the process.
  const replaced = (): void => undefined;
  pool.on('error', replaced);
  pool.on('connect', (client) => client.on('error', replaced));
  return pool;
}

async function connectAlone(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kabinet line',
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
    keepAlive: true,
  });
  // As in the pool: unheard, the loss of a connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
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

/** Network failures carry a code as PostgreSQL's refusals do (wrong password, no such database, no right to create). */
function startErrorOf(error: unknown): StartError | null {
  if (error instanceof StartError || !(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === '42501')
    return new StartError('DATABASE_URL names a role that may not create tables or the extension btree_gist.');
  if (code !== null && /^(?:E[A-Z_]+|28...|3D000|53300|57P03)$/.test(code)) {
    return new StartError(`DATABASE_URL leads to a database that does not let us in (${code}).`);
  }
  if (error instanceof DataUnavailable || /timeout/.test(error.message))
    return new StartError('DATABASE_URL leads to a database that does not answer.');
  return null;
}

/** Errors leave it without the values that they quote. */
class DiscreetDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new DiscreetDriver(this.#config);
  }
}

class DiscreetDriver extends PostgresDriver {
  readonly #wrapped = new WeakSet<DatabaseConnection>();

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options).catch((error: unknown) => {
      throw discreet(error);
    });
    if (!this.#wrapped.has(connection)) {
      this.#wrapped.add(connection);
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = async (query, ...rest) => {
        try {
          return await execute(query, ...rest);
        } catch (error) {
          throw discreet(error);
        }
      };
    }
    return connection;
  }
}
