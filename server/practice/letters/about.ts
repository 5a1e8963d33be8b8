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

/** A meeting of a letter: what stood before it was pressed, see `PressedMeeting`. */
export interface AboutMeeting {
  session: string;
  before: Standing | null;
  /**
   * The sequence under which its page first showed the client what they pressed and no letter has told; null where the
   * practitioner alone pressed.
   */
  shown: number | null;
}

/** What a letter is about: the meetings that were pressed, and when. What it says of them is found when it is sent. */
export interface About extends Presses {
  /** Whether they were pressed with others. */
  isOfMany: boolean;
  meetings: readonly AboutMeeting[];
}

/** Returns what a letter is about; null of one that says one thing whatever holds. */
export function readAbout(stored: string): About | null {
  return stored === '' ? null : storedAbout.parse(JSON.parse(stored));
}

export function printAbout({ firstMs, lastMs, isOfMany, meetings }: About): string {
  return JSON.stringify({ firstMs, lastMs, isOfMany, meetings });
}
