import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { openDialog } from '#web/ui/dialog/hosted.ts';
import { wallTimeOf } from '#domain/time/wall-time.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';
import { nameMoment, wishAt } from '#web/practice/calendar/day-names.ts';
import { columnOf, halfHourOf, spotByKey, topOf } from '#web/practice/calendar/spot.ts';
import type { Spot } from '#web/practice/calendar/spot.ts';
import classes from '#web/practice/calendar/TimeGrid.module.css';
import type { QuickPlanProps } from '#web/practice/calendar/QuickPlan.tsx';
import { usePointerSpot } from '#web/practice/calendar/use-pointer-spot.ts';

const QuickPlan = lazyDialog(async () => (await import('#web/practice/calendar/QuickPlan.tsx')).QuickPlan);

/** Asks for the client of a session at a place of the grid. */
function ask(wish: QuickPlanProps['wish']): void {
  void openDialog((close) => <QuickPlan opened wish={wish} onClose={close} />);
}

interface PlanSlotProps {
  grid: RefObject<HTMLElement | null>;
  days: readonly Temporal.PlainDate[];
  shown: ClockSpan;
  /** Today's index among the days, or -1. */
  today: number;
  /** A session is being dragged. */
  dragging: boolean;
}

/**
 * The half hour of a session to plan: it follows the pointer, and for the keyboard it is one link that the arrows move
 * through the grid. It renders alone, so that a moving pointer does not render the days.
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
