import type { ListResult } from 'pocketbase';
import type { JournalDay, JournalEntry, JournalPage } from '#domain/journal/journal.ts';
import { zoned } from '#web/ground/format/dates.ts';

/** An entry, and the views of the days before and after it. */
export interface JournalLine extends Pick<JournalPage, 'names' | 'starts' | 'visitors'> {
  /** The index counted from the oldest entry, because new entries are only added at the front. */
  id: string;
  /** Null if the journal is empty. */
  entry: JournalEntry | null;
  later: JournalDay[];
  /** Only set for the last entry. */
  earlier: JournalDay[];
}

/** A page of changes and sign-ins, newest first, with the views of each day after its rows. */
export function linesOf(
  { items, days, names, starts, visitors, ...page }: JournalPage,
  timeZone: string,
): ListResult<JournalLine> {
  const around = { names, starts, visitors, earlier: [] };
  const waiting = [...days];
  const daysBehind = (until: string) => {
    const ended = waiting.findIndex(({ day }) => day <= until);
    return waiting.splice(0, ended < 0 ? waiting.length : ended);
  };
  const lines = items.map((entry, index): JournalLine => {
    const id = String(page.totalItems - (page.page - 1) * page.perPage - index);
    const later = daysBehind(zoned(entry.created, timeZone)?.toPlainDate().toString() ?? '');
    return { ...around, id, entry, later };
  });
  const last = lines.at(-1);
  if (last) lines[lines.length - 1] = { ...last, earlier: waiting };
  else lines.push({ ...around, id: '0', entry: null, later: waiting });
  return { ...page, items: lines };
}
