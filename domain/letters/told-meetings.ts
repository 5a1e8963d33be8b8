import type { ClientLetterKind } from '#domain/letters/letter.ts';
import type { Place } from '#domain/places/place.ts';

/** A meeting that a letter names. */
export interface Named {
  start: Temporal.Instant;
  /** In minutes. */
  duration: number;
  /** What became of it; `asked` of one that a request is about. */
  change: 'planned' | 'moved' | 'changed' | 'cancelled' | 'reminded' | 'asked';
  /** As the client knew it, where that is something else now. */
  was?: { start: Temporal.Instant; duration: number; isSamePlace: boolean };
  /** Where it is, as a line of its own where the meetings of a letter are at several places. */
  where?: string;
}

export interface Told {
  kind: ClientLetterKind;
  /** In the order of their times. */
  meetings: readonly [Named, ...Named[]];
  /** Whether they follow a series without an end. */
  isEndless: boolean;
  /** Of a series with meetings that are off: the first starts that stay after them, and one more; null of no series. */
  stay: readonly Temporal.Instant[] | null;
  practiceZone: string;
  /** '' where it is not known. */
  clientZone: string;
  /** The name that the practitioner chose. */
  sender: string;
  /** Of the meetings to come, as far as letters tell it; null where nothing is said of it, or not the same of all. */
  place: Place | null;
  now: Temporal.Instant;
}

/** Dates that a letter about several meetings lists. */
export const LISTED_DATES = 6;

/** A meeting that takes place, with its place among all of the letter. */
export type Standing = Named & { at: number };

/** Returns the meetings of a letter that take place. */
export function standing({ meetings }: Told): Standing[] {
  return meetings.flatMap((meeting, at) => (meeting.change === 'cancelled' ? [] : [{ ...meeting, at }]));
}
