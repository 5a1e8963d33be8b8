import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { type DayStops, stopByKey } from '#web/practice/calendar/roving-stop.ts';

/**
 * Roving tabindex for the grid: one head, session or request is in the tab order; arrows, Home and End move from it.
 * They carry `data-stop`.
 */
export function useRovingStop(table: RefObject<HTMLElement | null>, days: readonly DayStops[], today: number) {
  const [last, setLast] = useState<string>();
  const isThere = days.some((stops) => stops.some(({ id }) => id === last));
  const first = [days[today] ?? [], ...days].flat().find(({ from }) => from !== null) ?? days.flat()[0];
  const onKeyDown = (event: KeyboardEvent) => {
    // With Shift the keys move a session, and while one is being moved the plain arrows do too.
    const isPlain = !event.defaultPrevented && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
    const target = isPlain && stopByKey(event.key, stopOf(event.target), days);
    if (!target) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-stop="${target}"]`)?.focus();
  };
  const onFocus = ({ target }: FocusEvent) => setLast(stopOf(target));
  return { stop: isThere ? last : first?.id, roving: { onKeyDown, onFocus } };
}

function stopOf(element: EventTarget): string | undefined {
  return element instanceof HTMLElement ? element.dataset['stop'] : undefined;
}
