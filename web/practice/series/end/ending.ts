import type { Kept, SeriesChangePreview } from '#domain/series/series.ts';
import type { AheadSession } from '#web/practice/series/change/ahead.ts';

/** The effect of ending a series from a day on. */
export interface Ending {
  goes: AheadSession[];
  stays: Kept[];
  /** Whether the client was notified of some of the removed sessions, so that a letter is sent. */
  isTold: boolean;
}

/** Divides the sessions of a series from a day on into those that are removed and those that stay. */
export function endingFrom(
  from: string,
  ahead: readonly AheadSession[],
  { keep, told }: Pick<SeriesChangePreview, 'keep' | 'told'>,
): Ending {
  const later = ahead.filter(({ occurrence }) => occurrence >= from);
  const ids = new Set(later.map(({ id }) => id));
  const stays = keep.filter(({ session }) => ids.has(session));
  const kept = new Set(stays.map(({ session }) => session));
  const goes = later.filter(({ id }) => !kept.has(id));
  return { goes, stays, isTold: goes.some(({ id }) => told.includes(id)) };
}
