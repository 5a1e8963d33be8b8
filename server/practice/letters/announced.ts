import { sql } from 'kysely';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { idList, ownerBesideIds } from '#server/ground/db/query.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

/** Returns the sessions among these about which a letter to their client waits that has not left once. */
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

/** Returns the condition that such a letter waits, of columns of the query around it. `printAbout` prints the text. */
export function isAnnounced({ user, client, session }: Record<'user' | 'client' | 'session', string>) {
  return sql<boolean>`exists (
    select 1 from letters as waiting
    where waiting."user" = ${sql.ref(user)} and waiting.client = ${sql.ref(client)}
      and waiting.state = 'due' and waiting.handed = 0
      and waiting.about like '%"session":"' || ${sql.ref(session)} || '"%'
  )`;
}
