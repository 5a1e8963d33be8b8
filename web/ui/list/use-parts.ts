import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { type Heights, measureParts, PART, partsInSight } from '#web/ui/list/measure-parts.ts';

interface Options {
  total: number;
  /** Estimated height of an item until some are measured, in pixels. */
  height: number;
  /** The key under which the heights are cached, so that Back restores the scroll position. */
  queryKey: QueryKey;
  /** Items that also stay in the DOM: those being edited or scrolled to. */
  held?: readonly number[];
}

export type Parts = ReturnType<typeof useParts>;

/**
 * Which parts of a long list to render: those in the viewport and a little around them. The last focused item stays in
 * the DOM however far the list scrolls, so that the keyboard continues there and a dialog can return the focus to it.
 */
export function useParts(list: RefObject<HTMLElement | null>, { total, height, queryKey, held = [] }: Options) {
  const heights = useKeptHeights(queryKey);
  const [view, setView] = useState({ first: 0, last: 0, gap: 0, columns: 1, usual: 0 });
  const [focused, setFocused] = useState<{ item: number; total: number } | null>(null);
  // A different total means another search, with another item at this position.
  const kept = focused?.total === total ? focused.item : null;
  const count = Math.ceil(total / PART);
  const usual = heights.usual || height * PART;
  const heightOf = (part: number) => heights.of.get(part) ?? usual;

  const look = () => {
    const element = list.current;
    // In a dialog hidden by another one everything measures 0.
    if (!element || element.getClientRects().length === 0) return;
    const now = { ...measureParts(element, heights, total), ...partsInSight(element, count, heightOf) };
    const names = Object.keys(now) as (keyof typeof now)[];
    // Scrolling changes subpixel positions.
    setView((before) => (names.every((name) => Math.abs(before[name] - now[name]) < 1) ? before : now));
  };
  const latest = useRef(look);
  useLayoutEffect(() => {
    latest.current = look;
    latest.current();
  });
  useEffect(() => {
    // Synchronously, so that items are rendered before the frame in which they become visible.
    const follow = () => flushSync(() => latest.current());
    const control = new AbortController();
    // Scroll events do not bubble, so listen in the capture phase.
    window.addEventListener('scroll', follow, { capture: true, passive: true, signal: control.signal });
    window.addEventListener('resize', follow, { signal: control.signal });
    const observer = new ResizeObserver(follow);
    for (let around = list.current; around; around = around.parentElement) observer.observe(around);
    return () => {
      control.abort();
      observer.disconnect();
    };
  }, [list]);

  const first = Math.min(view.first, count - 1);
  const last = Math.min(view.last, count - 1);
  const parts = new Set(Array.from({ length: last - first + 1 }, (_, index) => first + index));
  for (const item of kept === null ? held : [kept, ...held]) parts.add(Math.floor(item / PART));
  return {
    parts: [...parts].toSorted((a, b) => a - b),
    /** The items in the viewport, and the focused one. */
    seen: { first: first * PART, last: (last + 1) * PART - 1, kept },
    /** The height of an item that is still loading. */
    itemHeight: (usual * view.columns) / PART - view.gap,
    /** The height of the parts `from` up to, but not including, `to`, without the gap above them. */
    roomOf: (from: number, to: number) => {
      let room = -view.gap;
      for (let part = from; part < to; part += 1) room += heightOf(part);
      return room;
    },
    onFocus: useCallback(
      ({ target, currentTarget }: FocusEvent) => {
        const items = [...currentTarget.children];
        // A row that is no item of the list counts with the next item.
        const from = items.findIndex((item) => item.contains(target));
        const place = items
          .slice(from)
          .find((item) => item.hasAttribute('aria-posinset'))
          ?.getAttribute('aria-posinset');
        if (place) setFocused({ item: Number(place) - 1, total });
      },
      [total],
    ),
  };
}

function useKeptHeights(queryKey: QueryKey): Heights {
  const client = useQueryClient();
  const key = ['heights', ...queryKey];
  const [heights] = useState(
    () => client.getQueryData<Heights>(key) ?? { width: 0, usual: 0, of: new Map<number, number>() },
  );
  const keep = useRef(() => {});
  useLayoutEffect(() => {
    keep.current = () => client.setQueryData(key, heights);
  });
  useEffect(() => () => keep.current(), []);
  return heights;
}
