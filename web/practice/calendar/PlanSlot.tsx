import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useState } from 'react';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { openDialog } from '#web/ui/dialog/hosted.ts';
import { wallTimeOf } from '#domain/time/wall-time.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';
import { nameMoment, wishAt } from '#web/practice/calendar/day-names.ts';
import { columnOf, halfHourOf, isSameSpot, type Spot, spotAt, spotByKey, topOf } from '#web/practice/calendar/spot.ts';
import classes from '#web/practice/calendar/TimeGrid.module.css';
import type { QuickPlanProps } from '#web/practice/calendar/QuickPlan.tsx';
import { columnsOf } from '#web/practice/calendar/use-session-drag.ts';

const QuickPlan = lazyDialog(async () => (await import('#web/practice/calendar/QuickPlan.tsx')).QuickPlan);

/** Opens the choice of a client for a session at a place in the grid. */
function ask(wish: QuickPlanProps['wish']): void {
  void openDialog((close) => <QuickPlan opened wish={wish} onClose={close} />);
}

interface PlanSlotProps {
  grid: RefObject<HTMLElement | null>;
  days: readonly Temporal.PlainDate[];
  shown: ClockSpan;
  /** Today's index among the days, or -1. */
  today: number;
  /** Whether a session is being dragged. */
  dragging: boolean;
}

/**
 * The half hour where a press plans a session: it follows the pointer; for the keyboard it is one link that the arrows
 * move through the grid. A separate component, so that a moving pointer does not re-render the days.
 */
export function PlanSlot({ grid, days, shown, today, dragging }: PlanSlotProps) {
  const [moved, setMoved] = useState(false);
  const plan = useCallback(
    ({ day, from }: Spot) => {
      const date = days[day];
      if (date) ask(wishAt(days, date, from));
    },
    [days],
  );
  const pointer = usePointerSpot({ grid, shown, onPress: plan });
  const spot = halfHourOf(pointer.spot ?? { day: Math.max(0, today), from: shown.from }, shown);
  const date = days[spot.day] ?? days[0];
  if (!date) return null;
  const time = wallTimeOf(spot.from);
  const label = nameMoment(date, spot.from);
  const move = (event: KeyboardEvent) => {
    const target = spotByKey(event.key, spot, days.length, shown);
    if (!target) return;
    event.preventDefault();
    setMoved(true);
    pointer.setSpot(target);
  };
  return (
    <>
      <Link
        to="/dashboard/sessions/new"
        search={wishAt(days, date, spot.from)}
        className={classes.slot}
        data-hovered={(pointer.hovered && !dragging) || undefined}
        style={{ gridColumn: columnOf(spot.day), top: topOf(spot.from, shown) }}
        aria-label={`Запланировать: ${label}`}
        onKeyDown={move}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          ask(wishAt(days, date, spot.from));
        }}
        onBlur={() => setMoved(false)}
      >
        {time}
      </Link>
      <span aria-live="polite" className="visually-hidden">
        {moved && label}
      </span>
    </>
  );
}

interface PointerSpotOptions {
  grid: RefObject<HTMLElement | null>;
  shown: ClockSpan;
  onPress: (spot: Spot) => void;
}

/** The half hour under the mouse, if it is empty; a press on it calls `onPress`. */
function usePointerSpot({ grid, shown, onPress }: PointerSpotOptions) {
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
        // Pointer moves within the same half hour cause no re-render.
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
