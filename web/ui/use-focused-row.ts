import { useState } from 'react';
import type { FocusEvent } from 'react';

/** The row of a long list that has the focus and therefore stays, however far the list is scrolled away from it. */
export function useFocusedRow(columns: number) {
  const [item, setItem] = useState<number | null>(null);
  return {
    row: item === null ? null : Math.floor(item / columns),
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        const place = target.closest('[aria-posinset]')?.getAttribute('aria-posinset');
        setItem(place ? Number(place) - 1 : null);
      },
      onBlur: () => setItem(null),
    },
  };
}

/** The rows to be drawn, in order, that one included. */
export function withRow(rows: number[], row: number | null): number[] {
  return row === null || rows.includes(row) ? rows : [...rows, row].toSorted((a, b) => a - b);
}
