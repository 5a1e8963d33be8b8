import { printInstant } from '#domain/time/instant.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

/**
 * Returns the practitioner's sessions of any status that begin at `from` or later and before `to`, in order of start.
 */
export async function readSessions(
  reader: Reader,
  owner: OwnerId,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<Row<'sessions'>[]> {
  return reader
    .selectFrom('sessions')
    .selectAll()
    .where('user', '=', owner)
    .where('date', '>=', printInstant(from))
    .where('date', '<', printInstant(to))
    .orderBy('date')
    .orderBy('id')
    .execute();
}
