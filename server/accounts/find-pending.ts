import { sql } from 'kysely';
import type { Reader } from '#server/db/database.ts';
import type { Row } from '#server/db/schema.ts';

/** Registrations of an address that nobody has confirmed, the newest first. */
export function findPending(db: Reader, key: string): Promise<Row<'users'>[]> {
  return (
    db
      .selectFrom('users')
      .selectAll()
      .where('pending_key', '=', key)
      // Accounts that are confirmed have the empty key: it must find none of them.
      .where('pending_key', '!=', sql.lit(''))
      .orderBy('created', 'desc')
      .orderBy('id', 'desc')
      .execute()
  );
}
