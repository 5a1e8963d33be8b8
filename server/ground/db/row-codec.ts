import type { AnyRow } from '#server/ground/db/query.ts';
import type { NewRow, Row } from '#server/ground/db/schema.ts';
import type { ENVELOPE, RecordTable } from '#server/ground/db/tables.ts';
import type { SEALED_FIELDS, SealedTable } from '#server/ground/sealing/envelope.ts';

/**
 * 'flag': true or false, stored as 1 or 0. 'json': any JSON value, stored as text. 'optional': a text; '' is stored as
 * NULL.
 */
export type Encoding = 'flag' | 'json' | 'optional';

/** The columns of records whose stored value is encoded. */
const ENCODINGS = {
  users: { emailVisibility: 'flag', verified: 'flag', idleSignOut: 'flag', deleted: 'optional', locked: 'optional' },
  profiles: {
    days_off: 'json',
    messages: 'json',
    accepting: 'flag',
    client_letters: 'flag',
    ask_consent: 'flag',
    names_in_letters: 'flag',
    late_paid: 'flag',
    no_show_paid: 'flag',
    pay_in_letters: 'flag',
    license_verified_at: 'optional',
    license_expires_at: 'optional',
  },
  clients: {
    handmade: 'flag',
    archived: 'flag',
    agreed: 'flag',
    namesake: 'flag',
    tags: 'json',
    registration_date: 'optional',
    import: 'optional',
  },
  series: { answer: 'json', until: 'optional', previous: 'optional', remind_from: 'optional' },
  series_skips: { session: 'optional' },
  sessions: {
    client: 'optional',
    series: 'optional',
    occurrence: 'optional',
    outcome_at: 'optional',
    waived: 'flag',
    remind_from: 'optional',
  },
  blog_posts: {},
  templates: {},
  availability_settings: { is_available: 'flag', breaks: 'json' },
  booking: { withdrawn: 'flag', session: 'optional', client: 'optional', held_since: 'optional' },
  payments: { client: 'optional', session: 'optional', until: 'optional', receipt: 'flag' },
  letters: {
    client: 'optional',
    booking: 'optional',
    session: 'optional',
    series: 'optional',
    not_before: 'optional',
    sent_at: 'optional',
  },
  news: {
    session: 'optional',
    client: 'optional',
    booking: 'optional',
    before: 'optional',
    after: 'optional',
    seen: 'flag',
  },
  consent_documents: { retired: 'optional' },
  consents: { client: 'optional', booking: 'optional', withdrawn_at: 'optional' },
  erasures: { kinds: 'json', mentions: 'json', requests: 'json' },
} as const satisfies { [Table in RecordTable]: { [Column in keyof Row<Table>]?: Encoding } };

type EncodingOf<Table extends RecordTable, Column> = Column extends keyof (typeof ENCODINGS)[Table]
  ? (typeof ENCODINGS)[Table][Column]
  : null;
type ValueOf<Kind, Column> = Kind extends 'flag'
  ? boolean
  : Kind extends 'json'
    ? unknown
    : Kind extends 'optional'
      ? Exclude<Column, null>
      : Column;

type Envelope = (typeof ENVELOPE)[number];

export type TextsOf<Table extends RecordTable> = Table extends SealedTable
  ? { [Text in (typeof SEALED_FIELDS)[Table][number]]: string }
  : unknown;

/** A record in the program: a stored row, decoded and with its texts opened. */
export type Decoded<Table extends RecordTable> = Table extends RecordTable
  ? {
      [Column in Exclude<keyof Row<Table>, Envelope>]: ValueOf<EncodingOf<Table, Column>, Row<Table>[Column]>;
    } & TextsOf<Table>
  : never;

/** The same for a new record; generated columns may be absent. */
export type NewDecoded<Table extends RecordTable> = Table extends RecordTable
  ? {
      [Column in keyof Omit<NewRow<Table>, Envelope>]: ValueOf<EncodingOf<Table, Column>, NewRow<Table>[Column]>;
    } & TextsOf<Table>
  : never;

const COLUMNS = Object.fromEntries(
  Object.entries(ENCODINGS).map(([table, columns]) => [table, Object.entries<Encoding>(columns)]),
);

/** The columns of a table that are encoded. */
export function encodedColumns(table: RecordTable): readonly [column: string, encoding: Encoding][] {
  return COLUMNS[table] ?? [];
}

/** Returns whether a column stores '' as NULL. */
export function isOptional(table: RecordTable, column: string): boolean {
  return encodedColumns(table).some(([name, encoding]) => name === column && encoding === 'optional');
}

/** Returns the decoded columns of a stored row that were read. Rows with sealed texts need `openRows` instead. */
export function decodeRow<Table extends Exclude<RecordTable, SealedTable>>(
  table: Table,
  row: Readonly<AnyRow>,
): Decoded<Table> {
  return decodeColumns(table, row);
}

/** The same for any table; the caller has opened the texts. */
export function decodeColumns<Table extends RecordTable>(table: Table, row: Readonly<AnyRow>): Decoded<Table> {
  return convert(table, row, decodeValue) as Decoded<Table>;
}

function decodeValue(encoding: Encoding, stored: unknown): unknown {
  if (encoding === 'optional') return stored ?? '';
  return encoding === 'flag' ? stored === 1 : JSON.parse(String(stored));
}

/** Returns the columns to store; the inverse of `decodeRow`. */
export function encodeRow(table: RecordTable, values: Readonly<AnyRow>): AnyRow {
  return convert(table, values, encodeValue);
}

function encodeValue(encoding: Encoding, value: unknown): unknown {
  if (encoding === 'optional') return value === '' ? null : value;
  return encoding === 'flag' ? Number(value) : JSON.stringify(value);
}

function convert(
  table: RecordTable,
  row: Readonly<AnyRow>,
  converted: (encoding: Encoding, value: unknown) => unknown,
): AnyRow {
  let result: AnyRow | null = null;
  for (const [column, encoding] of encodedColumns(table)) {
    if (row[column] === undefined) continue;
    result ??= { ...row };
    result[column] = converted(encoding, row[column]);
  }
  return result ?? row;
}
