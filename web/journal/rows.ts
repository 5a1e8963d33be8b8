import type { JournalEntry, JournalPage } from '#domain/journal/journal.ts';

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
