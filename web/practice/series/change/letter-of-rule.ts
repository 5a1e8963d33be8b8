import type { SeriesChangePreview } from '#domain/series/series.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Leaving } from '#web/practice/letters/leaving.ts';
import type { AheadSession } from '#web/practice/series/change/ahead.ts';

/**
 * Returns the letter that a change of a rule sends; 'untold' if it only cancels sessions and the client was notified of
 * none in the series. `left` is how many of the sessions `ahead` remain.
 */
export function letterOfRule(
  changesRhythm: boolean,
  { occurrences, told }: Pick<SeriesChangePreview, 'told'> & { occurrences: readonly { start: string }[] },
  ahead: readonly Pick<AheadSession, 'date'>[],
  left: number,
): Leaving | 'untold' | null {
  const stand = new Set(ahead.map(({ date }) => parseStoredInstant(date).epochMilliseconds));
  const comes = occurrences.some(({ start }) => !stand.has(Temporal.Instant.from(start).epochMilliseconds));
  if (comes) return changesRhythm ? 'series-moved' : 'series-planned';
  if (left >= ahead.length) return null;
  if (told.length === 0) return 'untold';
  return changesRhythm ? 'series-moved' : 'series-cancelled';
}
