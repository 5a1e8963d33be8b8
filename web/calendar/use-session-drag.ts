import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent as ReactPointerEvent, RefObject } from 'react';
import type { Block } from '#web/calendar/lay-out-day.ts';
import type { ClockSpan } from '#web/sessions/day-layout.ts';
import { afterKey, dragUnder, isMoved, pressOn, type SessionDrag } from '#web/calendar/session-drag.ts';

/** This near to an end of the window, in pixels, dragging scrolls. */
const EDGE = 48;

interface SessionDragOptions {
  grid: RefObject<HTMLElement | null>;
  /** How many days stand side by side. */
  days: number;
  shown: ClockSpan;
  onDrop: (drag: SessionDrag) => void;
}

/**
 * Drags a session through the grid with the mouse or a pen; a finger scrolls instead. By keyboard Shift and the arrows
 * carry the focused one, Enter puts it down. Esc puts it back.
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

/** In another day a session is another element: the focus goes along with it, until one goes elsewhere. */
function useFocusThatFollows(grid: RefObject<HTMLElement | null>): (id: string) => void {
  const followed = useRef<string | null>(null);
  const catchUp = useCallback(() => {
    const lost = document.activeElement === document.body || document.activeElement?.tagName === 'MAIN';
    if (followed.current !== null && lost) focusSession(grid.current, followed.current);
  }, [grid]);
  // Before a dialog that opens with the same paint remembers where the focus was.
  useLayoutEffect(catchUp);
  useEffect(() => {
    const control = new AbortController();
    const listen = { signal: control.signal };
    const forget = () => {
      followed.current = null;
    };
    // A dialog gives the focus back to the screen when what it stood on has moved.
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

/** Dropping is no press on what lies beneath. */
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
