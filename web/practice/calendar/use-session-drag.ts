import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent as ReactPointerEvent, RefObject } from 'react';
import type { Block } from '#web/practice/calendar/lay-out-day.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';
import { afterKey, dragUnder, isMoved, pressOn, type SessionDrag } from '#web/practice/calendar/session-drag.ts';

/** Dragging within this distance of the window's top or bottom scrolls. In pixels. */
const EDGE = 48;

interface SessionDragOptions {
  grid: RefObject<HTMLElement | null>;
  /** The number of days next to one another. */
  days: number;
  shown: ClockSpan;
  onDrop: (drag: SessionDrag) => void;
}

/**
 * Drags a session through the grid with mouse or pen; a finger scrolls instead. By keyboard, Shift with the arrows
 * moves the focused one, Enter drops it and Esc puts it back. The returned functions are stable, so that the days do
 * not re-render during a drag.
 */
export function useSessionDrag({ grid, days, shown, onDrop }: SessionDragOptions) {
  const [drag, setDrag] = useState<SessionDrag | null>(null);
  const running = useRef<AbortController | null>(null);
  const follow = useFocusThatFollows(grid);
  const latest = useRef({ drag, days, shown, onDrop });
  useLayoutEffect(() => {
    latest.current = { drag, days, shown, onDrop };
  });
  useEffect(() => () => running.current?.abort(), []);

  const drop = useCallback((dropped: SessionDrag, day: number) => {
    if (isMoved(dropped, day)) latest.current.onDrop(dropped);
  }, []);

  const carry = useCallback(
    (event: KeyboardEvent, block: Block, day: number) => {
      const { drag: before, ...bounds } = latest.current;
      const carried = before?.block.session.id === block.session.id ? before : null;
      const done = afterKey(event, { block, day, carried }, bounds);
      if (!done) return;
      if (done.kind === 'carried') {
        setDrag(done.drag);
        requestAnimationFrame(() => document.querySelector('[data-ghost]')?.scrollIntoView({ block: 'nearest' }));
      } else {
        setDrag(null);
        follow(block.session.id);
        if (carried && done.kind === 'dropped') drop(carried, day);
      }
      event.preventDefault();
    },
    [drop, follow],
  );

  const grab = useCallback(
    (event: ReactPointerEvent, block: Block, day: number) => {
      if (event.button !== 0 || event.pointerType === 'touch') return;
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      const origin = { x: event.clientX, y: event.clientY };
      const bounds = latest.current.shown;
      const press = pressOn(block, day, origin, columnsOf(grid.current), bounds);
      let point = origin;
      let current: SessionDrag | null = null;

      const take = () => {
        current = dragUnder(point, current, press, columnsOf(grid.current), bounds);
        if (current) setDrag(current);
      };
      const end = () => {
        control.abort();
        setDrag(null);
        if (current) swallowClick();
      };
      const listen = { signal: control.signal };
      window.addEventListener(
        'pointermove',
        (moved) => {
          point = { x: moved.clientX, y: moved.clientY };
          take();
          if (current) scrollNear(point.y);
        },
        listen,
      );
      window.addEventListener('scroll', take, listen);
      window.addEventListener('pointercancel', end, listen);
      window.addEventListener('blur', end, listen);
      window.addEventListener('keydown', (key) => key.key === 'Escape' && end(), listen);
      window.addEventListener(
        'pointerup',
        () => {
          const dropped = current;
          end();
          if (dropped) drop(dropped, day);
        },
        listen,
      );
    },
    [grid, drop],
  );
  const letGo = useCallback(() => setDrag(null), []);
  return { drag, grab, carry, letGo };
}

/** A session moved to another day is a new element: it gets the focus, until the person moves the focus elsewhere. */
function useFocusThatFollows(grid: RefObject<HTMLElement | null>): (id: string) => void {
  const followed = useRef<string | null>(null);
  const catchUp = useCallback(() => {
    const lost = document.activeElement === document.body || document.activeElement?.tagName === 'MAIN';
    if (followed.current !== null && lost) focusSession(grid.current, followed.current);
  }, [grid]);
  // A layout effect, so that it runs before a dialog opening in the same commit stores the focused element.
  useLayoutEffect(catchUp);
  useEffect(() => {
    const control = new AbortController();
    const listen = { signal: control.signal };
    const forget = () => {
      followed.current = null;
    };
    // A closing dialog moves the focus to the main area if the element that opened it has moved.
    window.addEventListener('focusin', catchUp, listen);
    window.addEventListener('pointerdown', forget, listen);
    window.addEventListener('keydown', (event) => event.key === 'Tab' && forget(), listen);
    return () => control.abort();
  }, [catchUp]);
  return useCallback((id: string) => {
    followed.current = id;
  }, []);
}

function focusSession(grid: HTMLElement | null, id: string): void {
  grid?.querySelector<HTMLElement>(`[data-stop="${id}"]`)?.focus();
}

export function columnsOf(grid: HTMLElement | null): DOMRect[] {
  return [...(grid?.querySelectorAll('[data-column]') ?? [])].map((column) => column.getBoundingClientRect());
}

/** Prevents the drop from clicking the element below. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}

function scrollNear(y: number): void {
  if (y < EDGE) window.scrollBy(0, -EDGE / 2);
  else if (y > window.innerHeight - EDGE) window.scrollBy(0, EDGE / 2);
}
