import type { Kept } from '#domain/series/series.ts';
import type { Judged } from '#domain/series/verdict.ts';

/** What the practitioner saw; `wish` is the request without its decisions. */
interface Shown {
  wish: readonly (string | number)[];
  timeZone: string;
  until: string;
  occurrences: readonly Judged[];
  keep?: readonly Kept[];
  removed?: readonly string[];
}

/**
 * Returns one text with everything that a save depends on, to be hashed. Names are left out: a renamed client does not
 * change the outcome.
 */
export function digestText({ wish, timeZone, until, occurrences, keep = [], removed = [] }: Shown): string {
  const rows = occurrences.map(({ date, start, verdict, remarks, with: met, free }) => [
    date,
    start,
    verdict,
    remarks,
    met && [met.kind, met.id],
    free,
  ]);
  return JSON.stringify([wish, timeZone, until, rows, keep.map(({ session, why }) => [session, why]), removed]);
}
