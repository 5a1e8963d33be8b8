import type { JournalDay, JournalEntry, JournalPage } from '#domain/journal/journal.ts';
import { zoned } from '#web/ground/format/dates.ts';

/**
 * Rows of pages loaded one after another, newest first, keyed by their position counted from the oldest. New rows only
 * appear in front, so a row that has moved to the next page meanwhile is listed once.
 */
export function rowsOf(pages: readonly JournalPage[]): ReadonlyMap<number, JournalEntry> {
  const rows = new Map<number, JournalEntry>();
  for (const { items, page, perPage, totalItems } of pages) {
    for (const [index, entry] of items.entries()) {
      const place = totalItems - (page - 1) * perPage - index;
      if (!rows.has(place)) rows.set(place, entry);
    }
  }
  return rows;
}

type Line = { place: number; entry: JournalEntry } | { views: JournalDay };

/** What changed and who signed in, newest first, and under the rows of each day what was viewed then. */
export function linesOf(pages: readonly JournalPage[], timeZone: string): Line[] {
  const waiting = [...new Map(pages.flatMap(({ days }) => days).map((views) => [views.day, views])).values()];
  const lines: Line[] = [];
  const endDays = (until: string) => {
    for (let views = waiting[0]; views && views.day > until; views = waiting[0]) {
      lines.push({ views });
      waiting.shift();
    }
  };
  for (const [place, entry] of rowsOf(pages)) {
    endDays(zoned(entry.created, timeZone)?.toPlainDate().toString() ?? '');
    lines.push({ place, entry });
  }
  endDays('');
  return lines;
}
