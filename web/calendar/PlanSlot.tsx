import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { wallTimeOf } from '#domain/time/wall-time.ts';
import type { ClockSpan } from '#web/sessions/day-layout.ts';
import { nameMoment, wishAt } from '#web/calendar/day-names.ts';
import { columnOf, spotByKey, topOf } from '#web/calendar/spot.ts';
import type { Spot } from '#web/calendar/spot.ts';
import classes from '#web/calendar/TimeGrid.module.css';

interface PlanSlotProps {
  days: readonly Temporal.PlainDate[];
  shown: ClockSpan;
  spot: Spot;
  /** Whether the pointer is over this half hour. */
  hovered: boolean;
  onSpot: (spot: Spot) => void;
}

/**
 * The half hour of a session to plan: it follows the pointer, and for the keyboard it is one link that the arrows move
 * through the grid.
 */
export function PlanSlot({ days, shown, spot, hovered, onSpot }: PlanSlotProps) {
  const [moved, setMoved] = useState(false);
  const date = days[spot.day] ?? days[0];
  if (!date) return null;
  const time = wallTimeOf(spot.from);
  const told = nameMoment(date, spot.from);
  const move = (event: KeyboardEvent) => {
    const target = spotByKey(event.key, spot, days.length, shown);
    if (!target) return;
    event.preventDefault();
    setMoved(true);
    onSpot(target);
  };
  return (
    <>
      <Link
        to="/dashboard/sessions/new"
        search={wishAt(days, date, spot.from)}
        className={classes.slot}
        data-hovered={hovered || undefined}
        style={{ gridColumn: columnOf(spot.day), top: topOf(spot.from, shown) }}
        aria-label={`Запланировать: ${told}`}
        onKeyDown={move}
        onBlur={() => setMoved(false)}
      >
        {time}
      </Link>
      <span aria-live="polite" className="visually-hidden">
        {moved && told}
      </span>
    </>
  );
}
