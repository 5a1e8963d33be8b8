import { Socket } from 'node:net';
import pg from 'pg';
import { serverUrl } from '#server/ground/config/postgres-url.ts';
import { DataUnavailable } from '#server/ground/db/unavailable.ts';

const INT8 = 20;
const IDLE_MS = 15_000;
const MAX_STATEMENT_MS = 15_000;
/** PostgreSQL cancels statements before that, so a longer silence means a lost connection. */
const MAX_SILENCE_MS = MAX_STATEMENT_MS + 2000;

interface PoolOptions {
  url: string;
  /** Whether the URL leads to a connection pooler. */
  pooled: boolean;
  /** Whether statements have no time limit, as for copying everything. */
  patient: boolean;
  /** Milliseconds without data in either direction after which the server counts as lost. */
  silenceMs?: number;
}

/** The pool awaits `onConnect`, which its types omit. */
type PoolConfig = Omit<pg.PoolConfig, 'onConnect'> & { onConnect(client: pg.ClientBase): Promise<void> };

/** The server takes no writes: it is a standby that was not promoted, or the database is read-only. */
export class TakesNoWrites extends DataUnavailable {}

/** Returns a pool of connections to the server of a URL, each checked for accepting writes before it is used. */
export function createPostgresPool({ url, pooled, patient, silenceMs = MAX_SILENCE_MS }: PoolOptions): pg.Pool {
  const types = new pg.TypeOverrides();
  // Counts and epoch milliseconds, all below 2^53.
  types.setTypeParser(INT8, Number);
  const config: PoolConfig = {
    connectionString: serverUrl(url) ?? '',
    application_name: 'kabinet',
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: IDLE_MS,
    // A pooler refuses such settings; there they are set on the role.
    ...(!pooled && { statement_timeout: MAX_STATEMENT_MS, idle_in_transaction_session_timeout: 30_000 }),
    ...(!patient && { stream: () => new Socket().setTimeout(silenceMs, destroy) }),
    keepAlive: true,
    keepAliveInitialDelayMillis: IDLE_MS,
    types,
    onConnect: refuseReadOnly,
  };
  return new pg.Pool(config).on('error', ignore);
}

/** Returns a connection outside any pool, which the caller ends; statements time out after `statementMs`. */
export async function connectAlone(url: string, statementMs = 5000): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: serverUrl(url) ?? '',
    application_name: 'kabinet line',
    connectionTimeoutMillis: 5000,
    query_timeout: statementMs,
    keepAlive: true,
  }).on('error', ignore);
  try {
    await client.connect();
    await refuseReadOnly(client);
    return client;
  } catch (error) {
    client.end().catch(ignore);
    throw error;
  }
}

async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  client.on('error', ignore);
  const { rows } = await client.query<{ reads: boolean }>(
    "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as reads",
  );
  if (rows[0]?.reads !== false) throw new TakesNoWrites();
}

function destroy(this: Socket): void {
  this.destroy();
}

/** The query in flight fails by itself; without a listener the event would end the process. */
const ignore = (): void => undefined;
