import { PostgresError } from '#server/ground/db/postgres-error.ts';

const SQLITE = {
  statement: 1,
  unique: 2067,
  primaryKey: 1555,
  foreignKey: 787,
  trigger: 1811,
  ioError: 10,
  corrupt: 11,
  full: 13,
  noDatabase: 26,
} as const;
const POSTGRES = {
  unique: '23505',
  foreignKey: '23503',
  exclusion: '23P01',
  diskFull: '53100',
  ioError: '58030',
  noTable: '42P01',
  noColumn: '42703',
} as const;

/** Serialization failure and deadlock: a retry of the same transaction can succeed. */
const TRANSIENT: readonly string[] = ['40001', '40P01'];

/** Returns the columns of the unique index that a write violates; null for any other error. */
export function uniqueViolation(error: unknown): { table: string; columns: string[] } | null {
  if (error instanceof PostgresError) {
    if (error.code !== POSTGRES.unique) return null;
    return { table: error.table, columns: error.columns };
  }
  const code = sqliteCode(error);
  if (code !== SQLITE.unique && code !== SQLITE.primaryKey) return null;
  const list = messageOf(error).split(': ').at(-1) ?? '';
  const names = list.split(', ').map((name) => name.split('.'));
  const columns = names.map((name) => name[1] ?? '');
  // A taken id violates the key (id, user) as well, which is the one that SQLite reports.
  return { table: names[0]?.[0] ?? '', columns: columns.includes('id') ? ['id'] : columns };
}

/** Returns whether an error says that a write would overlap held time. */
export function overlapViolation(error: unknown): boolean {
  if (error instanceof PostgresError) return error.code === POSTGRES.exclusion;
  return sqliteCode(error) === SQLITE.trigger && messageOf(error) === 'held_time_overlap';
}

/** Returns whether an error says that a row refers to a missing record, or to one of another practitioner. */
export function foreignKeyViolation(error: unknown): boolean {
  if (error instanceof PostgresError) return error.code === POSTGRES.foreignKey;
  return sqliteCode(error) === SQLITE.foreignKey;
}

/** Returns whether an error says that a table or a column does not exist. */
export function lacksTable(error: unknown): boolean {
  if (error instanceof PostgresError) return error.code === POSTGRES.noTable || error.code === POSTGRES.noColumn;
  return sqliteCode(error) === SQLITE.statement && /^no such (?:table|column)/.test(messageOf(error));
}

export function isTransient(error: unknown): boolean {
  return error instanceof PostgresError && TRANSIENT.includes(error.code);
}

export type StorageTrouble = 'full' | 'failing';

/** Returns whether the disk is full or failing, by an error of a write; null for any other error. */
export function storageTrouble(error: unknown): StorageTrouble | null {
  if (error instanceof PostgresError) {
    if (error.code === POSTGRES.diskFull) return 'full';
    return error.code === POSTGRES.ioError ? 'failing' : null;
  }
  const code = (sqliteCode(error) ?? 0) & 0xff;
  if (code === SQLITE.full) return 'full';
  return code === SQLITE.ioError ? 'failing' : null;
}

/** Returns whether an error says that a file is damaged or is no SQLite file. */
export function isDamaged(error: unknown): boolean {
  // The last byte is the kind of error, the bytes before it say where: in an index, for instance.
  const kind = (sqliteCode(error) ?? 0) & 0xff;
  return kind === SQLITE.corrupt || kind === SQLITE.noDatabase;
}

function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
