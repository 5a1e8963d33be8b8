import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Keeps the focus near a pressed button that disappears, alone or with its row: in the row, the next row, or the
 * screen.
 */
function keepFocusNear(buttons: HTMLElement): void {
  const section = buttons.closest('section');
  const rows = [...(section?.querySelectorAll('li:not([aria-hidden])') ?? [])];
  const at = rows.findIndex((row) => row.contains(buttons));
  const near = [rows[at], rows[at + 1], rows[at - 1], section, document.querySelector('main')];
  queueMicrotask(() => {
    const there = near.find((one) => one?.isConnected);
    const target = there?.matches('main') ? there : there?.querySelector('button, a');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  });
}

/** Returns a ref for an element that may disappear while focused; `next` then finds another element to focus. */
export function useFocusNear<Element extends HTMLElement>(
  next: (gone: Element) => void = keepFocusNear,
): RefObject<Element | null> {
  const place = useRef<Element>(null);
  const [onLost] = useState(() => next);
  useLayoutEffect(() => {
    const shown = place.current;
    return () => {
      if (shown?.contains(document.activeElement)) onLost(shown);
    };
  }, [onLost]);
  return place;
}
