import { readClock } from '#web/ground/browser/clock.ts';
import { parseStoredInstant, type StoredInstant } from '#domain/time/instant.ts';
import { LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';

/** A press that sends letters to clients. */
export interface Press {
  at: Temporal.Instant;
  /** How many clients get a letter. */
  writes: number;
  /** Whether it sends no letter; then its undo sends none either. */
  silent: boolean;
  /** The start of the earliest affected meeting; absent if that is far ahead. */
  soonest?: Temporal.Instant;
}

/** Returns a press made now that sends letters to `to`; `date` is the start of its earliest meeting. */
export function pressOn(to: readonly string[], silent: boolean, date?: StoredInstant): Press {
  return {
    at: readClock(),
    writes: silent ? 0 : to.length,
    silent,
    ...(date !== undefined && { soonest: parseStoredInstant(date) }),
  };
}

/**
 * Whether undoing a press now also stops its letter. Letters are delayed for a while, except those about a meeting that
 * begins within that time.
 */
export function isUnsent({ at, writes, soonest }: Omit<Press, 'silent'>, now: Temporal.Instant): boolean {
  const settled = at.add({ seconds: LETTER_SETTLES_SECONDS.LAST });
  const waits = soonest === undefined || Temporal.Instant.compare(soonest, settled) > 0;
  return writes > 0 && waits && Temporal.Instant.compare(now, settled) < 0;
}

/** The message after an undo, including what happened to the letter: «Сессия удалена. Клиенту ничего не отправлено.» */
export function sayTakenBack(done: string, press: Press | null): string {
  if (!press || !isUnsent(press, readClock())) return done;
  return `${done}. ${press.writes > 1 ? 'Клиентам' : 'Клиенту'} ничего не\u00A0отправлено.`;
}
