import { CLIENT_GONE, toldApart } from '#domain/clients/told-apart.ts';
import type { CalendarSession } from '#web/practice/calendar/sessions-by-day.ts';

/** The client's name: in full, shortened to fit a block (surname and first name), or only the surname. */
export function nameOfClient(session: CalendarSession, length: 'whole' | 'brief' | 'surname'): string {
  const client = session.expand?.client;
  if (!client) return CLIENT_GONE;
  const words = client.name.split(/\s+/);
  const end = length === 'whole' ? words.length : length === 'brief' ? 2 : surnameEnd(words);
  const shown = words.slice(0, end).join(' ');
  return toldApart({ ...client, name: end < words.length ? shown.replace(/,$/, '') : shown });
}

/** How many words a surname takes: «де», «И.», «Пара:» or «Li» alone identify nobody. */
function surnameEnd(words: readonly string[]): number {
  return words.findIndex((word) => /\p{L}{3}/u.test(word) && !word.endsWith(':')) + 1 || words.length;
}
