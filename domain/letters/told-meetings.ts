import type { ClientLetterKind } from '#domain/letters/letter.ts';
import type { Place } from '#domain/places/place.ts';

/** A meeting that a letter names. */
export interface Named {
  start: Temporal.Instant;
  /** In minutes. */
  duration: number;
  /** What changed; `asked` for the meeting of a request. */
  change: 'planned' | 'moved' | 'changed' | 'cancelled' | 'reminded' | 'asked';
  /** The state that the client knew, if it differs. */
  was?: { start: Temporal.Instant; duration: number; isSamePlace: boolean };
  /** The place as a line of its own, if the meetings of a letter are at several places. */
  where?: string;
}

export interface Told {
  kind: ClientLetterKind;
  /** Ordered by time. */
  meetings: readonly [Named, ...Named[]];
  /** Whether they are part of a series without an end. */
  isEndless: boolean;
  /**
   * For a series with cancelled meetings the next starts that remain after those, one more than a letter names; null
   * for letters about no series.
   */
  stay: readonly Temporal.Instant[] | null;
  practiceZone: string;
  /** '' if it is unknown. */
  clientZone: string;
  /** The name that the practitioner chose. */
  sender: string;
  /**
   * The place of the future meetings as letters name it; null if nothing is said about it, or the meetings differ in
   * it.
   */
  place: Place | null;
  now: Temporal.Instant;
}

/** How many dates a letter about several meetings lists. */
export const LISTED_DATES = 6;

/** A meeting that takes place, with its index in the letter. */
export type Standing = Named & { at: number };

/** Returns the meetings of a letter that take place. */
export function standing({ meetings }: Told): Standing[] {
  return meetings.flatMap((meeting, at) => (meeting.change === 'cancelled' ? [] : [{ ...meeting, at }]));
}
