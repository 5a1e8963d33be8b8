import type { DatabaseSync } from 'node:sqlite';
import { isDamaged } from '#server/ground/db/errors.ts';

/** Returns whether every page and index is valid; a dangling reference does not count as damage. */
export function hasSoundPages(db: DatabaseSync): boolean {
  try {
    return db.prepare('pragma integrity_check(1)').get()?.['integrity_check'] === 'ok';
  } catch (error) {
    if (isDamaged(error)) return false;
    throw error;
  }
}
