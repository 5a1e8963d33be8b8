import { useEffect, useRef, useState } from 'react';
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import type { Block, ClockSpan } from '#web/calendar/day-layout.ts';
import { draggedTo, spotAt } from '#web/calendar/spot.ts';
import type { Spot } from '#web/calendar/spot.ts';

/** A press becomes a drag once the pointer has gone this far, in pixels. */
const THRESHOLD = 5;
/** This near to an end of the window, in pixels, dragging scrolls. */
const EDGE = 48;

/** A session on its way: where it would begin if it were dropped now. */
export interface SessionDrag extends Spot {
  block: Block;
}

interface SessionDragOptions {
  grid: RefObject<HTMLElement | null>;
  shown: ClockSpan;
  onDrop: (drag: SessionDrag) => void;
}

/**
 * Drags a session through the grid with the mouse or a pen; a finger scrolls instead. Esc puts it back. The edit dialog
 * does the same by keyboard.
 */
export function useSessionDrag({ grid, shown, onDrop }: SessionDragOptions) {
  const [drag, setDrag] = useState<SessionDrag | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const grab = (event: ReactPointerEvent, block: Block, day: number) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const origin = { x: event.clientX, y: event.clientY };
    const grip = spotAt(columnsOf(grid.current), origin, shown).from - block.from;
    let point = origin;
    let current: SessionDrag | null = null;

    const follow = () => {
      if (!current && Math.hypot(point.x - origin.x, point.y - origin.y) < THRESHOLD) return;
      const spot = spotAt(columnsOf(grid.current), point, shown);
      current = { block, day: spot.day, from: draggedTo(block, spot.from - grip, shown) };
      setDrag(current);
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
        follow();
        if (current) scrollNear(point.y);
      },
      listen,
    );
    window.addEventListener('scroll', follow, listen);
    window.addEventListener('pointercancel', end, listen);
    window.addEventListener('blur', end, listen);
    window.addEventListener('keydown', (key) => key.key === 'Escape' && end(), listen);
    window.addEventListener(
      'pointerup',
      () => {
        const dropped = current;
        end();
        if (dropped && (dropped.day !== day || dropped.from !== block.from)) onDrop(dropped);
      },
      listen,
    );
  };
  return { drag, grab };
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
