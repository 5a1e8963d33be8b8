import { isAhead } from '#domain/letters/is-ahead.ts';
import type { CalendarSession } from '#web/practice/calendar/sessions-by-day.ts';
import { letterAddress } from '#web/practice/letters/letter-address.ts';

/**
 * Returns the address for the letter about a move to `startMs` (LETTER-02); '' if the client gets none, or if no client
 * does (`sent` is false).
 */
export function moveLetter(session: CalendarSession, startMs: number, nowMs: number, sent: boolean): string {
  const { status, expand } = session;
  return isAhead({ status, startMs }, nowMs) ? letterAddress(expand?.client, sent) : '';
}
