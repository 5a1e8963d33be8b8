import { type MouseEvent, useLayoutEffect, useState } from 'react';

/** How long after a list closed up a press at the same place still means what was there before. */
const SLIP_MS = 600;
/** A hand that presses twice keeps within this distance, in px. */
const SAME_PLACE = 10;

interface Press {
  x: number;
  y: number;
  /** The row that was pressed, by its `data-row`. */
  row: string | undefined;
}

/** True for a press that means the row that lay there until just now: the same place, too soon to have seen what came. */
export function isSlip(press: Press, last: Press | null, msSince: number): boolean {
  if (!last || msSince >= SLIP_MS || press.row === last.row) return false;
  return Math.hypot(press.x - last.x, press.y - last.y) <= SAME_PLACE;
}

interface SlipGuard {
  /** Goes on the list, whose rows have a `data-row`. */
  place: { onClickCapture: (event: MouseEvent) => void };
  /** To call when what was pressed leaves the list, and again when it has left. */
  expect: () => void;
}

/**
 * Keeps a second press from the button that slid under the pointer when the pressed one left; `rows` says which ones
 * there are, where the list need not be told.
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
        // A key has no place.
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
