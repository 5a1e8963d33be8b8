import { type RefObject, useEffect, useState } from 'react';
import { halfHourOf, isSameSpot, spotAt } from '#web/practice/calendar/spot.ts';
import type { Spot } from '#web/practice/calendar/spot.ts';
import { columnsOf } from '#web/practice/calendar/use-session-drag.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';

interface PointerSpotOptions {
  grid: RefObject<HTMLElement | null>;
  shown: ClockSpan;
  onPress: (spot: Spot) => void;
}

/** The empty half hour under the mouse; a press on an empty one calls `onPress`. */
export function usePointerSpot({ grid, shown, onPress }: PointerSpotOptions) {
  const [spot, setSpot] = useState<Spot | null>(null);
  const [hovered, setHovered] = useState(false);
  useEffect(() => {
    const body = grid.current;
    if (!body) return;
    const control = new AbortController();
    const listen = { signal: control.signal };
    const under = (event: MouseEvent) =>
      halfHourOf(spotAt(columnsOf(body), { x: event.clientX, y: event.clientY }, shown), shown);
    let beganEmpty = false;
    body.addEventListener(
      'pointermove',
      (event) => {
        const free = event.pointerType === 'mouse' && event.buttons === 0 && isEmpty(event.target);
        setHovered(free);
        if (!free) return;
        const now = under(event);
        // Pointer moves within the same half hour cause no render.
        setSpot((before) => (before && isSameSpot(before, now) ? before : now));
      },
      listen,
    );
    body.addEventListener('pointerleave', () => setHovered(false), listen);
    body.addEventListener('pointerdown', (event) => (beganEmpty = isEmpty(event.target)), listen);
    body.addEventListener(
      'click',
      (event) => {
        if (beganEmpty && isEmpty(event.target)) onPress(under(event));
      },
      listen,
    );
    return () => control.abort();
  }, [grid, shown, onPress]);
  return { spot, setSpot, hovered };
}

/** Empty time: no session, no request and no hour scale. */
function isEmpty(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-column]') !== null && target.closest('button, a') === null;
}
