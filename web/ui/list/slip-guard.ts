import { type MouseEvent, useLayoutEffect, useState } from 'react';

/** How long after a list has moved up a press at the same position is assumed to be meant for what was there before. */
const SLIP_MS = 600;
/** The positions of a double press differ by no more than this, in px. */
const SAME_PLACE = 10;

interface Press {
  x: number;
  y: number;
  /** The `data-row` of the pressed row. */
  row: string | undefined;
}

/** True for a press that was probably meant for the row that has just been at this position. */
export function isSlip(press: Press, last: Press | null, msSince: number): boolean {
  if (!last || msSince >= SLIP_MS || press.row === last.row) return false;
  return Math.hypot(press.x - last.x, press.y - last.y) <= SAME_PLACE;
}

interface SlipGuard {
  /** Spread onto the list, whose rows have a `data-row`. */
  place: { onClickCapture: (event: MouseEvent) => void };
  /** Call it when the pressed row is about to leave the list, and again once it has left. */
  expect: () => void;
}

/**
 * Ignores the second press of a double click when another row's button has moved under the pointer. `rows` identifies
 * the current rows; pass it if changes should be detected automatically instead of with `expect`.
 */
export function useSlipGuard(rows = ''): SlipGuard {
  const [guard] = useState(slipGuard);
  useLayoutEffect(() => guard.follow(rows), [guard, rows]);
  return guard;
}

function slipGuard(): SlipGuard & { follow: (rows: string) => void } {
  let last: Press | null = null;
  let since = -Infinity;
  let known = '';
  return {
    follow: (rows) => {
      if (rows !== known) since = performance.now();
      known = rows;
    },
    place: {
      onClickCapture: (event) => {
        // A click by keyboard has no position.
        if (event.detail === 0) return;
        const row = (event.target as Element).closest<HTMLElement>('[data-row]')?.dataset['row'];
        const press = { x: event.clientX, y: event.clientY, row };
        if (isSlip(press, last, performance.now() - since)) {
          event.preventDefault();
          event.stopPropagation();
        } else last = press;
      },
    },
    expect: () => {
      since = performance.now();
    },
  };
}
