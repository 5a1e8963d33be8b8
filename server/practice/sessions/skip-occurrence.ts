import { LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';
import type { SkipReason } from '#domain/series/series.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { deleteRows } from '#server/records/delete-with-dependents.ts';
import { insertRows } from '#server/records/store-many.ts';

/** Records occurrences of a series that no longer become sessions. */
export async function skipOccurrences(
  action: Action,
  series: Pick<Row<'series'>, 'id' | 'client'>,
  skips: readonly { occurrence: string; reason: SkipReason; session?: string }[],
): Promise<void> {
  const rows = skips.map(({ session = '', ...skip }) => ({
    ...skip,
    session,
    series: series.id,
    client: series.client,
  }));
  await insertRows(action, 'series_skips', rows);
}

/** So long after a deletion the session can come back, its place in a series with it. */
const COMES_BACK = { seconds: LETTER_SETTLES_SECONDS.LAST };

/**
 * Returns the place in a series that a session had which was deleted just now and is created again for the same client,
 * and takes the skip back; '' and '' for none.
 */
export async function takeOccurrenceBack(
  action: Action,
  { id, client }: Pick<Row<'series'>, 'id' | 'client'>,
): Promise<{ series: string; occurrence: string }> {
  const skip = await action.write.trx
    .selectFrom('series_skips')
    .select(['id', 'series', 'occurrence'])
    .where('user', '=', action.owner)
    .where('session', '=', id)
    .where('client', '=', client)
    .where('created', '>', printInstant(action.now.subtract(COMES_BACK)))
    .orderBy('created', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!skip) return { series: '', occurrence: '' };
  await deleteRows(action, 'series_skips', [skip.id]);
  return { series: skip.series, occurrence: skip.occurrence };
}
