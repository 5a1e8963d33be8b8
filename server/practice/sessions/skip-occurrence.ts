import type { SkipReason } from '#domain/series/series.ts';
import type { Action } from '#server/ground/action.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { insertRows } from '#server/records/store-many.ts';

/** Records occurrences of a series that no longer become sessions. */
export async function skipOccurrences(
  action: Action,
  series: Pick<Row<'series'>, 'id' | 'client'>,
  skips: readonly { occurrence: string; reason: SkipReason }[],
): Promise<void> {
  const rows = skips.map((skip) => ({ ...skip, series: series.id, client: series.client }));
  await insertRows(action, 'series_skips', rows);
}
