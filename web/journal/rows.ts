import type { JournalEntry, JournalPage } from '#domain/journal/journal.ts';

/**
 * The rows of pages that were read one after another, the newest first, by their place counted from the oldest. Rows are
 * only added, in front: one that has moved on to the next page meanwhile stands once.
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
