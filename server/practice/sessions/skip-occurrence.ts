import type { SkipReason } from '#domain/series/series.ts';
import type { Action } from '#server/ground/action.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { deleteRows } from '#server/records/delete-with-dependents.ts';
import { insertRows } from '#server/records/store-many.ts';

/** Records occurrences of a series that do not become sessions. */
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

/**
 * Deletes the skip that a deleted session left behind, and returns the session's place in the series; null and null
 * without one.
 */
export async function takeOccurrenceBack(
  action: Action,
  session: string,
): Promise<Pick<Row<'sessions'>, 'series' | 'occurrence'>> {
  const skip = await action.write.trx
    .selectFrom('series_skips')
    .select(['id', 'series', 'occurrence'])
    .where('user', '=', action.owner)
    .where('session', '=', session)
    .orderBy('created', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!skip) return { series: null, occurrence: null };
  await deleteRows(action, 'series_skips', [skip.id]);
  return { series: skip.series, occurrence: skip.occurrence };
}
