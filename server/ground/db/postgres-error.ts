import pg from 'pg';
import { DataUnavailable } from '#server/ground/db/unavailable.ts';

/**
 * An error of PostgreSQL without values: the driver's own error quotes names and e-mails in `detail` and, for class 22
 * (data exception), in the message.
 */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
  /** SQLSTATE. */
  readonly code: string;
  readonly table: string;
  readonly constraint: string;
  /** The columns of the violated key. */
  readonly columns: string[];

  constructor(error: pg.DatabaseError) {
    const code = error.code ?? '';
    super(code.startsWith('22') ? `PostgreSQL refused a value (${code})` : error.message);
    this.code = code;
    this.table = error.table ?? '';
    this.constraint = error.constraint ?? '';
    this.columns = keyColumns(error.detail ?? '');
  }
}

/** Parses `Key ("user", day_of_week)=(…) already exists.`, in any language of the server. */
function keyColumns(detail: string): string[] {
  const list = /\(([^()]*)\)=\(/.exec(detail)?.[1];
  return list === undefined ? [] : list.split(', ').map((name) => name.replaceAll('"', ''));
}

/**
 * SQLSTATEs of a server that is away: ended by an administrator, starting up, out of connections, no longer the
 * primary; class 08 is the connection itself.
 */
const AWAY = /^(?:08...|57P0[1-5]|53300|25006)$/;
/** Codes of network errors, and errors of the driver that have only a message. */
const LOST = /^(?:E[A-Z_]+)$/;
const LOST_IN_WORDS =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded|Client was closed)/;

/**
 * Returns the error that may leave the database layer instead of the driver's: for a lost connection a DataUnavailable,
 * after which the result of a commit in flight is unknown.
 */
export function redactErrors(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    return AWAY.test(error.code ?? '') ? new DataUnavailable(undefined, error) : new PostgresError(error);
  }
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return LOST.test(code) || LOST_IN_WORDS.test(error.message) ? new DataUnavailable(undefined, error) : error;
}
