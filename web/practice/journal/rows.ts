import type { ListResult } from 'pocketbase';
import type { JournalDay, JournalEntry, JournalPage } from '#domain/journal/journal.ts';
import { zoned } from '#web/ground/format/dates.ts';

/** An entry, and what was viewed on the days that lie around it. */
export interface JournalLine extends Pick<JournalPage, 'names' | 'starts' | 'visitors'> {
  /** The place counted from the oldest, because new entries only appear in front. */
  id: string;
  /** Null where the journal has none. */
  entry: JournalEntry | null;
  later: JournalDay[];
  /** Of the last entry only. */
  earlier: JournalDay[];
}

/** A page of what changed and who signed in, newest first, and under the rows of each day what was viewed then. */
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
