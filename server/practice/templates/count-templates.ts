import type { Reader } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

export async function countTemplates(reader: Reader, owner: OwnerId): Promise<number> {
  const { count } = await reader
    .selectFrom('templates')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user', '=', owner)
    .executeTakeFirstOrThrow();
  return Number(count);
}
