import type { TableName } from '#server/db/schema.ts';

interface MovedTable {
  name: TableName;
  /** The primary key, by which rows are read piece by piece, or another order that tells every row apart. */
  key: readonly [string, ...string[]];
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
  { name: 'booking', key: ['id'] },
  // Time that may overlap nothing first: a row of it is refused beside any other, a deliberate one beside none.
  { name: 'held_time', key: ['deliberate', 'source', 'source_id'] },
  { name: 'sign_ins', key: ['id'] },
  { name: 'known_addresses', key: ['user', 'address'] },
  { name: 'email_changes', key: ['user'] },
  { name: 'journal', key: ['seq'] },
  { name: 'outbox', key: ['id'] },
];
