import { sql } from 'kysely';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { idList, ownerBesideIds } from '#server/ground/db/query.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

/** Returns those of these sessions about which a letter to their client waits that was never handed over. */
export async function readAnnounced(
  { reader, engine, owner }: { reader: Reader; engine: Engine; owner: OwnerId },
  ids: readonly string[],
): Promise<Set<string>> {
  const sessions = await reader
    .selectFrom('sessions')
    .select('id')
    .where(ownerBesideIds(engine, 'user'), '=', owner)
    .where('id', 'in', idList(engine, ids))
    .where(isAnnounced({ user: 'sessions.user', client: 'sessions.client', session: 'sessions.id' }))
    .execute();
  return new Set(sessions.map(({ id }) => id));
}

/**
 * Returns the SQL condition that such a letter waits; the arguments are columns of the surrounding query. Searches the
 * text that `printAbout` writes.
 */
export function isAnnounced({ user, client, session }: Record<'user' | 'client' | 'session', string>) {
  return sql<boolean>`exists (
    select 1 from letters as waiting
    where waiting."user" = ${sql.ref(user)} and waiting.client = ${sql.ref(client)}
      and waiting.state = 'due' and waiting.handed = 0
      and waiting.about like '%"session":"' || ${sql.ref(session)} || '"%'
  )`;
}
