import { SERIES_LIMITS } from '#domain/series/series.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { refused } from '#server/practice/series/preview-series.ts';

/** Throws a 400 if a practice already has as many series without an end as the job that extends them can handle. */
export async function refuseMoreEndless(reader: Reader, owner: OwnerId): Promise<void> {
  if ((await countEndless(reader, owner)) < SERIES_LIMITS.mostEndless) return;
  throw refused('until', { code: 'validation_too_many', message: 'Слишком много серий без окончания' });
}

export async function countEndless(reader: Reader, owner: OwnerId): Promise<number> {
  const { endless } = await reader
    .selectFrom('series')
    .select((row) => row.fn.countAll<number | string>().as('endless'))
    .where('user', '=', owner)
    .where('until', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(endless);
}
