import { printInstant } from '#domain/time/instant.ts';
import type { Reader } from '#server/db/database.ts';
import type { Row } from '#server/db/schema.ts';
import type { OwnerId } from '#server/identity/actor.ts';

/** The practitioner's sessions that begin at `from` or later and before `to`, of any status, in order of their start. */
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
