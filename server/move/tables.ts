import type { TableName } from '#server/db/schema.ts';

export interface MovedTable {
  name: TableName;
  /** What tells every row apart, with an index: by it rows are read piece by piece. */
  key: readonly [string, ...string[]];
  /** A column that the database works out by itself. */
  computed?: string;
  /** Rows with the first of these values come before those with the next. */
  parts?: { column: string; values: readonly number[] };
}

/**
 * Every table whose rows are moved, in an order in which no row points at one that is still to come. Not among them:
 * secrets, which a single process keeps in a file, and what the database counts for limits.
 */
export const MOVED_TABLES: readonly MovedTable[] = [
  { name: 'users', key: ['id'] },
  { name: 'profiles', key: ['id'] },
  { name: 'clients', key: ['id'] },
  { name: 'sessions', key: ['id'] },
  { name: 'blog_posts', key: ['id'] },
  { name: 'availability_settings', key: ['id'] },
  { name: 'booking', key: ['id'], computed: 'client_key' },
  // Time that may overlap nothing first: a row of it is refused beside any other, a deliberate one beside none.
  { name: 'held_time', key: ['source', 'source_id'], parts: { column: 'deliberate', values: [0, 1] } },
  { name: 'sign_ins', key: ['id'] },
  { name: 'known_addresses', key: ['user', 'network'] },
  { name: 'email_changes', key: ['user'] },
  { name: 'journal', key: ['seq'] },
  { name: 'outbox', key: ['id'] },
];
