import type { Engine } from '#server/ground/db/database.ts';
import type { TableName } from '#server/ground/db/schema.ts';

/** Tables that `Schema` omits: applied migrations, and what several nodes on PostgreSQL share. */
type InternalTable = 'migrations' | 'rate_limits' | 'deleted_rows' | 'stream_calls' | 'jobs';

export interface Table {
  /** The only engine that has the table; absent where both have it. */
  engine?: Engine;
  /** The column with the practitioner's id; null where rows belong to no practitioner. */
  owner: 'id' | 'user' | null;
  /** Identifies a row and has an index, by which moves read the rows in pieces. */
  key: readonly [string, ...string[]];
  /** Moves copy rows with the first of these values before those with the next. */
  order?: { column: string; values: readonly number[] };
  /**
   * 'records': served by the record API and published to streams and nodes. Entries of the journal can be about tables
   * of either kind.
   */
  journal?: 'records' | 'sign-ins';
  /** The column with the id of the client whom a row concerns. */
  client?: 'id' | 'client';
  /** The journal records who viewed the rows. */
  views?: true;
  /** Whether a backup has the rows or an empty table. */
  backup: 'kept' | 'emptied';
  /** Whether a move to the other engine copies the rows. */
  move: 'copied' | 'left';
  /**
   * The columns that an archive omits, because an import computes them or they mean nothing elsewhere; null where an
   * archive omits the whole table.
   */
  archive: readonly string[] | null;
  /**
   * How rows are deleted with an account. 'pieces': there may be many, so the eraser deletes them first; 'cascade':
   * few, with the account's own row, which is deleted 'last'; 'letters': by `eraseLetters`; 'none': they belong to no
   * account.
   */
  deletion: 'pieces' | 'cascade' | 'last' | 'letters' | 'none';
}

const RECORDS = { owner: 'user', key: ['id'], journal: 'records', backup: 'kept', move: 'copied' } as const;
/** The columns of sealed texts, which an archive replaces by the texts themselves. */
export const ENVELOPE = ['seal_key', 'sealed_fields', 'sealed'] as const;
const OF_NODES = {
  engine: 'postgres',
  owner: null,
  backup: 'emptied',
  move: 'left',
  archive: null,
  deletion: 'none',
} as const;

/**
 * Every table, in an order in which no row refers to a later table. A new table needs an entry here, its columns in
 * `Schema` and a migration; tables.test.ts compares the entries with both databases.
 */
export const TABLES = {
  users: { ...RECORDS, owner: 'id', archive: null, deletion: 'last' },
  profiles: {
    ...RECORDS,
    archive: [
      'id',
      'user',
      'booking_hash',
      'link_since',
      'license_key',
      'license_status',
      'license_verified_at',
      'license_expires_at',
      'created',
      'updated',
    ],
    deletion: 'cascade',
  },
  clients: {
    ...RECORDS,
    client: 'id',
    views: true,
    archive: [
      'user',
      'agreed',
      'email_key',
      'identity_key',
      'import',
      'name_key',
      'namesake',
      'search_text',
      ...ENVELOPE,
    ],
    deletion: 'pieces',
  },
  series: { ...RECORDS, client: 'client', archive: ['user', 'answer', 'remind_from'], deletion: 'pieces' },
  series_skips: { ...RECORDS, client: 'client', archive: ['user', 'session'], deletion: 'pieces' },
  sessions: {
    ...RECORDS,
    client: 'client',
    views: true,
    archive: ['user', 'remind_from', ...ENVELOPE],
    deletion: 'pieces',
  },
  // Kept for minutes only; no copy of the data needs to undo a deletion.
  removed_sessions: {
    owner: 'user',
    key: ['user', 'session'],
    client: 'client',
    backup: 'emptied',
    move: 'left',
    archive: null,
    deletion: 'pieces',
  },
  blog_posts: { ...RECORDS, views: true, archive: ['user', ...ENVELOPE], deletion: 'pieces' },
  templates: { ...RECORDS, archive: ['user', ...ENVELOPE], deletion: 'pieces' },
  availability_settings: { ...RECORDS, archive: ['user'], deletion: 'cascade' },
  booking: {
    ...RECORDS,
    client: 'client',
    views: true,
    archive: ['user', 'identity_key', 'network', 'wider_network', ...ENVELOPE],
    deletion: 'pieces',
  },
  payments: { ...RECORDS, client: 'client', archive: ['user', ...ENVELOPE], deletion: 'pieces' },
  letters: { ...RECORDS, client: 'client', archive: null, deletion: 'pieces' },
  // Kept for a month only, and the archive has the records that it is about.
  news: { ...RECORDS, client: 'client', archive: null, deletion: 'pieces' },
  told: {
    owner: 'user',
    key: ['id'],
    client: 'client',
    backup: 'kept',
    move: 'copied',
    archive: null,
    deletion: 'pieces',
  },
  consent_documents: { ...RECORDS, archive: ['user'], deletion: 'cascade' },
  consents: { ...RECORDS, client: 'client', views: true, archive: ['user'], deletion: 'pieces' },
  erasures: { ...RECORDS, client: 'client', archive: null, deletion: 'pieces' },
  // Outlives the account, as its entry in the list of the erased does.
  erased_accounts: { owner: null, key: ['id'], backup: 'kept', move: 'copied', archive: null, deletion: 'none' },
  data_keys: {
    owner: 'user',
    key: ['user', 'number'],
    backup: 'kept',
    move: 'copied',
    archive: null,
    deletion: 'cascade',
  },
  strict_keys: { owner: 'user', key: ['user'], backup: 'kept', move: 'copied', archive: null, deletion: 'cascade' },
  letter_stops: {
    owner: 'user',
    key: ['user', 'hash'],
    backup: 'kept',
    move: 'copied',
    archive: null,
    deletion: 'cascade',
  },
  letter_holds: { owner: 'user', key: ['user'], backup: 'kept', move: 'copied', archive: null, deletion: 'cascade' },
  visit_links: { owner: 'user', key: ['hash'], backup: 'kept', move: 'copied', archive: null, deletion: 'pieces' },
  held_time: {
    owner: 'user',
    key: ['source', 'source_id'],
    // A row that is not deliberate may not overlap existing rows; a deliberate one may.
    order: { column: 'deliberate', values: [0, 1] },
    backup: 'kept',
    move: 'copied',
    archive: null,
    deletion: 'pieces',
  },
  // A restored backup must not revive revoked sign-ins.
  sign_ins: {
    owner: 'user',
    key: ['id'],
    journal: 'sign-ins',
    backup: 'emptied',
    move: 'copied',
    archive: null,
    deletion: 'cascade',
  },
  // The hashes mean nothing without the secrets.
  known_addresses: {
    owner: 'user',
    key: ['user', 'network'],
    backup: 'emptied',
    move: 'copied',
    archive: null,
    deletion: 'pieces',
  },
  // Sealed and hashed: a copy of the data lets nobody sign in.
  second_factors: { owner: 'user', key: ['user'], backup: 'kept', move: 'copied', archive: null, deletion: 'cascade' },
  // Valid for minutes; a restored one would be valid again.
  waiting_sign_ins: { owner: 'user', key: ['id'], backup: 'emptied', move: 'left', archive: null, deletion: 'cascade' },
  email_changes: { owner: 'user', key: ['user'], backup: 'kept', move: 'copied', archive: null, deletion: 'cascade' },
  // A restored backup must not make used links valid again.
  former_emails: {
    owner: 'user',
    key: ['user', 'number'],
    backup: 'emptied',
    move: 'copied',
    archive: null,
    deletion: 'cascade',
  },
  // Nobody owns it before it is used. A restored backup must not make used ones valid again.
  invitations: { owner: null, key: ['hash'], backup: 'emptied', move: 'copied', archive: null, deletion: 'none' },
  journal: { owner: 'user', key: ['seq'], backup: 'kept', move: 'copied', archive: null, deletion: 'pieces' },
  outbox: { owner: null, key: ['id'], backup: 'kept', move: 'copied', archive: null, deletion: 'letters' },
  zone_rules: { owner: null, key: ['zone'], backup: 'kept', move: 'copied', archive: null, deletion: 'none' },
  // A backup must not let anybody sign tokens. A single process keeps them in a file, which moves read and write.
  secrets: { owner: null, key: ['name'], backup: 'emptied', move: 'left', archive: null, deletion: 'none' },
  // They contain no names and let nobody sign in, and what they protect must stay protected after a restore.
  kept_secrets: { owner: null, key: ['name'], backup: 'kept', move: 'copied', archive: null, deletion: 'none' },
  // Sealed data is useless without it, and it is useless without the key file.
  sealing: { owner: null, key: ['name'], backup: 'kept', move: 'copied', archive: null, deletion: 'none' },
  migrations: { owner: null, key: ['name'], backup: 'kept', move: 'left', archive: null, deletion: 'none' },
  rate_limits: { ...OF_NODES, key: ['key'] },
  deleted_rows: { ...OF_NODES, owner: 'user', key: ['collection', 'id'], deletion: 'cascade' },
  stream_calls: { ...OF_NODES, key: ['id'] },
  jobs: { ...OF_NODES, key: ['name'], backup: 'kept' },
} as const satisfies Record<TableName | InternalTable, Table>;

type Tables = typeof TABLES;
type Named<Entry> = { [Name in keyof Tables]: Tables[Name] extends Entry ? Name : never }[keyof Tables];

const NAMES = Object.keys(TABLES) as (keyof Tables)[];

/** The tables that the record API serves, under their wire names. */
export type RecordTable = Named<{ journal: 'records' }>;

/** The entries of `TABLES` with their names, in the same order. */
export const ALL_TABLES: readonly (Table & { name: keyof Tables })[] = NAMES.map((name) => ({ name, ...TABLES[name] }));

export const RECORD_TABLES = NAMES.filter(
  (name): name is RecordTable => 'journal' in TABLES[name] && TABLES[name].journal === 'records',
);

export const JOURNAL_SUBJECTS = NAMES.filter((name): name is Named<{ journal: string }> => 'journal' in TABLES[name]);
