import { printInstant } from '#domain/time/instant.ts';
import type { Write } from '#server/db/database.ts';
import type { OwnerId } from '#server/records/actor.ts';

/**
 * Writes a practitioner's name where it stands twice, account and profile; a row that has it already is left alone.
 * `name` is checked and trimmed.
 */
export async function renamePractitioner(
  write: Write,
  owner: OwnerId,
  name: string,
  now: Temporal.Instant,
): Promise<void> {
  const changes = { name, updated: printInstant(now) };
  await write.trx.updateTable('users').set(changes).where('id', '=', owner).where('name', '!=', name).execute();
  await write.trx.updateTable('profiles').set(changes).where('user', '=', owner).where('name', '!=', name).execute();
}
