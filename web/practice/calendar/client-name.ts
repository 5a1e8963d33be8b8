import type { CalendarSession } from '#web/practice/calendar/sessions-by-day.ts';
import { CLIENT_GONE } from '#web/practice/sessions/queries.ts';

/** The client's name: in full, shortened to fit a block (surname and first name), or only the first word. */
export function nameOfClient(session: CalendarSession, length: 'whole' | 'brief' | 'surname'): string {
  const name = session.expand?.client?.name;
  if (name === undefined) return CLIENT_GONE;
  const words = length === 'whole' ? Infinity : length === 'brief' ? 2 : 1;
  return name.split(/\s+/).slice(0, words).join(' ');
}
