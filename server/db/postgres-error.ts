import type pg from 'pg';

/**
 * What PostgreSQL refused, without the values: its own error quotes names and e-mails in `detail`, and those of class
 * 22 (data exception) in the message.
 */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
  /** SQLSTATE. */
  readonly code: string;
  readonly table: string;
  readonly constraint: string;
  /** Of the key that was violated. */
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

/** `Key ("user", day_of_week)=(…) already exists.`, in whatever language the server speaks. */
function keyColumns(detail: string): string[] {
  const list = /\(([^()]*)\)=\(/.exec(detail)?.[1];
  return list === undefined ? [] : list.split(', ').map((name) => name.replaceAll('"', ''));
}
