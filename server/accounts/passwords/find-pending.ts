import { sql } from 'kysely';
import type { Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';

/** Returns the unconfirmed registrations of an e-mail, newest first. */
export function findPending(db: Reader, key: string): Promise<Row<'users'>[]> {
  return (
    db
      .selectFrom('users')
      .selectAll()
      .where('pending_key', '=', key)
      // Confirmed accounts have the empty key, which must match no registration.
      .where('pending_key', '!=', sql.lit(''))
      .orderBy('created', 'desc')
      .orderBy('id', 'desc')
      .execute()
  );
}
