import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import type { FocusEvent, RefObject } from 'react';
import { hasBoxes, useRowMetrics } from '#web/ui/list/use-row-metrics.ts';

interface Options {
  /** The scrolling ancestor of the list; null is the window. */
  scrollerOf: (list: Element) => Element | null;
  columns: number;
  total: number;
  /** Estimated height of a row until one is measured, in pixels. */
  height: number;
  /** Rows rendered beyond either edge of the window, so that Tab always finds its next target. */
  overscan: number;
}

/**
 * The rows of a long list to render: those in sight and a few around them. The item that had the focus last stays in
 * the DOM however far the list scrolls, so that the keyboard continues there and a dialog returns the focus to it.
 */
export function useRows(list: RefObject<HTMLElement | null>, { scrollerOf, columns, total, ...options }: Options) {
  const { height, gap, above } = useRowMetrics(list, scrollerOf, options.height);
  const [focused, setFocused] = useState<{ item: number; total: number } | null>(null);
  // A different total means another search, with another item at this position.
  const kept = focused?.total === total ? focused.item : null;
  const count = Math.ceil(total / columns);
  const pitch = height + gap;
  const lastSeen = useRef('0 0');
  // A text: scrolling within the same rows renders nothing.
  const seen = useSyncExternalStore(onView, () => {
    if (list.current && !hasBoxes(list.current)) return lastSeen.current;
    const [top, room] = viewOf(list.current, scrollerOf);
    const rowAt = (place: number) => Math.min(count - 1, Math.max(0, Math.floor((place - above) / pitch)));
    lastSeen.current = `${rowAt(top)} ${rowAt(top + room)}`;
    return lastSeen.current;
  });
  const [first = 0, last = 0] = seen.split(' ').map(Number);
  const rows: number[] = [];
  for (let row = Math.max(0, first - options.overscan); row <= Math.min(count - 1, last + options.overscan); row += 1) {
    rows.push(row);
  }
  const keptRow = kept === null ? -1 : Math.floor(kept / columns);
  if (keptRow >= 0 && keptRow < count && !rows.includes(keptRow)) rows.push(keptRow);
  rows.sort((a, b) => a - b);
  return {
    rows,
    height,
    gap,
    /** The items in sight, and the one that stays loaded. */
    seen: { first: first * columns, last: (last + 1) * columns - 1, kept },
    /** Room in place of the rows before and after. */
    style: { paddingTop: (rows[0] ?? 0) * pitch, paddingBottom: Math.max(0, count - 1 - (rows.at(-1) ?? 0)) * pitch },
    onFocus: useCallback(
      ({ target }: FocusEvent) => {
        const place = target.closest('[aria-posinset]')?.getAttribute('aria-posinset');
        if (place) setFocused({ item: Number(place) - 1, total });
      },
      [total],
    ),
  };
}

/** Where the window of a list begins in its scrolled content, and its height. */
function viewOf(list: Element | null, scrollerOf: Options['scrollerOf']): [number, number] {
  // Before the list is measured nothing is in sight: no further page is read for a place that is not its own.
  if (!list) return [0, 0];
  const scroller = scrollerOf(list);
  return scroller ? [scroller.scrollTop, scroller.clientHeight] : [window.scrollY, window.innerHeight];
}

function onView(listener: () => void): () => void {
  const control = new AbortController();
  // Scrolling does not bubble.
  window.addEventListener('scroll', listener, { capture: true, passive: true, signal: control.signal });
  window.addEventListener('resize', listener, { signal: control.signal });
  return () => control.abort();
}
