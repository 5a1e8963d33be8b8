import { defaultRangeExtractor } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';
import { useState } from 'react';
import type { FocusEvent } from 'react';

/**
 * The item of a long list that had the focus last: it stays in the DOM however far the list scrolls, so that the
 * keyboard continues there and a dialog returns the focus to it.
 */
export function useFocusedRow(columns: number, total: number) {
  const [focused, setFocused] = useState<{ item: number; total: number } | null>(null);
  // A different total means another search, with another item at this position.
  const item = focused?.total === total ? focused.item : null;
  return {
    item,
    onFocus: ({ target }: FocusEvent) => {
      const place = target.closest('[aria-posinset]')?.getAttribute('aria-posinset');
      if (place) setFocused({ item: Number(place) - 1, total });
    },
    /** The rows to render, in order, including the focused one. */
    rangeExtractor: (range: Range): number[] => {
      const rows = defaultRangeExtractor(range);
      const row = item === null ? -1 : Math.floor(item / columns);
      if (row < 0 || row >= range.count || rows.includes(row)) return rows;
      return [...rows, row].toSorted((a, b) => a - b);
    },
  };
}
