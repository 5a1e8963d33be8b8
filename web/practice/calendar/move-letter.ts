import { isAhead } from '#domain/letters/is-ahead.ts';
import type { CalendarSession } from '#web/practice/calendar/sessions-by-day.ts';
import { letterAddress } from '#web/practice/letters/letter-address.ts';

/** Returns where the letter about a move to `startMs` goes (LETTER-02); '' where none does, for one or for all (`sent`). */
export function moveLetter(session: CalendarSession, startMs: number, nowMs: number, sent: boolean): string {
  const { status, expand } = session;
  return isAhead({ status, startMs }, nowMs) ? letterAddress(expand?.client, sent) : '';
}
