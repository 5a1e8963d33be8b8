import { z } from 'zod';
import type { Presses, Standing } from '#domain/letters/difference.ts';

const said = z.object({ startMs: z.number(), duration: z.number(), place: z.string() });
const standing = z.union([said, z.literal(['quiet', 'gone'])]);

const storedAbout = z.object({
  firstMs: z.number(),
  lastMs: z.number(),
  isOfMany: z.boolean(),
  meetings: z.array(z.object({ session: z.string(), before: standing.nullable(), shown: z.number().nullable() })),
});

/** A meeting that a letter is about, with its state before the change, see `PressedMeeting`. */
export interface AboutMeeting {
  session: string;
  before: Standing | null;
  /**
   * The sequence under which the visit's page first showed the client a change of their own that no letter has told;
   * null where only the practitioner changed the meeting.
   */
  shown: number | null;
}

/**
 * What a letter is about: the changed meetings and when they were changed. What it says about them is only determined
 * when it is sent.
 */
export interface About extends Presses {
  /** Whether they were changed together with others. */
  isOfMany: boolean;
  meetings: readonly AboutMeeting[];
}

/** Returns what a letter is about; null for one whose content does not depend on what holds later. */
export function readAbout(stored: string): About | null {
  return stored === '' ? null : storedAbout.parse(JSON.parse(stored));
}

export function printAbout({ firstMs, lastMs, isOfMany, meetings }: About): string {
  return JSON.stringify({ firstMs, lastMs, isOfMany, meetings });
}
