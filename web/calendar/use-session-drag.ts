import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent as ReactPointerEvent, RefObject } from 'react';
import type { Block } from '#web/calendar/lay-out-day.ts';
import type { ClockSpan } from '#web/sessions/day-layout.ts';
import { afterKey, dragUnder, isMoved, pressOn, type SessionDrag } from '#web/calendar/session-drag.ts';

/** Within this distance of the window's top or bottom, in pixels, dragging scrolls. */
const EDGE = 48;

interface SessionDragOptions {
  grid: RefObject<HTMLElement | null>;
  /** The number of days next to one another. */
  days: number;
  shown: ClockSpan;
  onDrop: (drag: SessionDrag) => void;
}

/**
 * Drags a session through the grid with the mouse or a pen; a finger scrolls instead. By keyboard, Shift with the
 * arrows carries the focused one, Enter drops it and Esc puts it back.
 */
export function useSessionDrag({ grid, days, shown, onDrop }: SessionDragOptions) {
  const [drag, setDrag] = useState<SessionDrag | null>(null);
  const running = useRef<AbortController | null>(null);
  const follow = useFocusThatFollows(grid);
  useEffect(() => () => running.current?.abort(), []);

  const drop = (dropped: SessionDrag, day: number) => {
    if (isMoved(dropped, day)) onDrop(dropped);
  };

  const carry = (event: KeyboardEvent, block: Block, day: number) => {
    const carried = drag?.block.session.id === block.session.id ? drag : null;
    const done = afterKey(event, { block, day, carried }, { days, shown });
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
  };

  const grab = (event: ReactPointerEvent, block: Block, day: number) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const origin = { x: event.clientX, y: event.clientY };
    const press = pressOn(block, origin, columnsOf(grid.current), shown);
    let point = origin;
    let current: SessionDrag | null = null;

    const take = () => {
      current = dragUnder(point, current, press, columnsOf(grid.current), shown);
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
  };
  return { drag, grab, carry, letGo: () => setDrag(null) };
}

/** In another day a session is another element: the focus follows it until the person moves the focus. */
function useFocusThatFollows(grid: RefObject<HTMLElement | null>): (id: string) => void {
  const followed = useRef<string | null>(null);
  const catchUp = useCallback(() => {
    const lost = document.activeElement === document.body || document.activeElement?.tagName === 'MAIN';
    if (followed.current !== null && lost) focusSession(grid.current, followed.current);
  }, [grid]);
  // Before a dialog that opens in the same commit stores the focused element.
  useLayoutEffect(catchUp);
  useEffect(() => {
    const control = new AbortController();
    const listen = { signal: control.signal };
    const forget = () => {
      followed.current = null;
    };
    // A closing dialog returns the focus to the main area when the element that opened it has moved.
    window.addEventListener('focusin', catchUp, listen);
    window.addEventListener('pointerdown', forget, listen);
    window.addEventListener('keydown', (event) => event.key === 'Tab' && forget(), listen);
    return () => control.abort();
  }, [catchUp]);
  return (id) => {
    followed.current = id;
  };
}

function focusSession(grid: HTMLElement | null, id: string): void {
  grid?.querySelector<HTMLElement>(`[data-session="${id}"]`)?.focus();
}

export function columnsOf(grid: HTMLElement | null): DOMRect[] {
  return [...(grid?.querySelectorAll('[data-column]') ?? [])].map((column) => column.getBoundingClientRect());
}

/** A drop must not click the element below. */
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
