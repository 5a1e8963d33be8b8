import { printInstant } from '#domain/time/instant.ts';
import type { StoredInstant } from '#domain/time/instant.ts';

const QUARTER = 15 * 60_000;

/**
 * The moment between upcoming and past sessions: the last full quarter of an hour, so that lists are refetched when a
 * session begins and not with every tick of the clock.
 */
export function boundaryOf(now: Temporal.Instant): StoredInstant {
  const quarter = Math.floor(now.epochMilliseconds / QUARTER) * QUARTER;
  return printInstant(Temporal.Instant.fromEpochMilliseconds(quarter));
}
