import type { Kept } from '#domain/series/series.ts';
import type { AheadSession } from '#web/practice/series/change/ahead.ts';

/** What ending a series before a day does. */
export interface Ending {
  goes: AheadSession[];
  stays: Kept[];
}

/** Divides the sessions of a series from a day on into those that go and those that stay. */
export function endingFrom(from: string, ahead: readonly AheadSession[], keep: readonly Kept[]): Ending {
  const later = ahead.filter(({ occurrence }) => occurrence >= from);
  const ids = new Set(later.map(({ id }) => id));
  const stays = keep.filter(({ session }) => ids.has(session));
  const kept = new Set(stays.map(({ session }) => session));
  return { goes: later.filter(({ id }) => !kept.has(id)), stays };
}
