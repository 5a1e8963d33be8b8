import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Roving tabindex for a grid of days, which carry `data-date`: one day is in the tab order, and keys move the focus
 * from it, also to days that are not rendered yet. `targetOf` returns the target day of a key, or null for a key
 * without effect; `onMove` shows its month.
 */
export function useRovingDay(
  grid: RefObject<HTMLElement | null>,
  targetOf: (key: string, from: Temporal.PlainDate) => Temporal.PlainDate | null,
  onMove: (target: Temporal.PlainDate, key: string) => void,
) {
  const wanted = useRef<string | null>(null);
  const [cursor, setCursor] = useState<Temporal.PlainDate | null>(null);

  useEffect(() => {
    if (wanted.current === null) return;
    const day = grid.current?.querySelector<HTMLElement>(`[data-date="${wanted.current}"]`);
    // Another month is still loading.
    if (!day) return;
    day.focus();
    wanted.current = null;
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const focused = event.target instanceof HTMLElement ? event.target.dataset['date'] : undefined;
    // A key pressed again before the requested month renders continues from the first key's target.
    const from = focused && (wanted.current ?? focused);
    const target = from ? targetOf(event.key, Temporal.PlainDate.from(from)) : null;
    if (!target) return;
    event.preventDefault();
    wanted.current = target.toString();
    setCursor(target);
    onMove(target, event.key);
  };
  return { cursor, setCursor, onKeyDown };
}
