import type { CalendarSession } from '#web/calendar/sessions-by-day.ts';
import { CLIENT_GONE } from '#web/sessions/queries.ts';

/** Who comes: the whole name, as much of it as a block holds (surname and first name), or the first word of it. */
export function nameOfClient(session: CalendarSession, length: 'whole' | 'brief' | 'surname'): string {
  const name = session.expand?.client?.name;
  if (name === undefined) return CLIENT_GONE;
  const words = length === 'whole' ? Infinity : length === 'brief' ? 2 : 1;
  return name.split(/\s+/).slice(0, words).join(' ');
}
