import { readClock } from '#web/ground/browser/clock.ts';
import { parseStoredInstant, type StoredInstant } from '#domain/time/instant.ts';
import { LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';

/** A press that writes to a client. */
export interface Press {
  at: Temporal.Instant;
  /** How many clients it writes to. */
  writes: number;
  /** Made without a letter, and so is its undo. */
  silent: boolean;
  /** The start of the earliest meeting that it concerns; absent where that is far ahead. */
  soonest?: Temporal.Instant;
}

/** Returns a press of this moment, of which `to` are written to; `date` is the earliest meeting of it. */
export function pressOn(to: readonly string[], silent: boolean, date?: StoredInstant): Press {
  return {
    at: readClock(),
    writes: silent ? 0 : to.length,
    silent,
    ...(date !== undefined && { soonest: parseStoredInstant(date) }),
  };
}

/** Whether a press can be taken back before its letter leaves: a letter about a meeting that begins before is not held. */
export function isUnsent({ at, writes, soonest }: Omit<Press, 'silent'>, now: Temporal.Instant): boolean {
  const settled = at.add({ seconds: LETTER_SETTLES_SECONDS.LAST });
  const waits = soonest === undefined || Temporal.Instant.compare(soonest, settled) > 0;
  return writes > 0 && waits && Temporal.Instant.compare(now, settled) < 0;
}

/** What an undo reports, with what became of the letter: «Сессия удалена. Клиенту ничего не отправлено.» */
export function sayTakenBack(done: string, press: Press | null): string {
  if (!press || !isUnsent(press, readClock())) return done;
  return `${done}. ${press.writes > 1 ? 'Клиентам' : 'Клиенту'} ничего не\u00A0отправлено.`;
}
