import { minutesOfDay } from '#domain/time/day-parts.ts';
import type { Block } from '#web/practice/calendar/lay-out-day.ts';
import { carriedBy, draggedTo, isSameSpot, lateDraggedTo, type Spot, spotAt } from '#web/practice/calendar/spot.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';

/** A press becomes a drag once the pointer has moved this far, in pixels. */
const THRESHOLD = 5;

/** A dragged session and its start if it were dropped now. */
export interface SessionDrag extends Spot {
  block: Block;
}

interface Point {
  x: number;
  y: number;
}

/** A pointer press on a session. */
interface Press {
  block: Block;
  origin: Point;
  /** `day` is that of the block; `home` is the start of the session, which can be on an earlier day. */
  day: number;
  home: Spot;
  /** Distance of the pointer below the block's upper edge, in minutes. */
  grip: number;
}

/** The start of the session whose block is on `day`. */
function homeOf({ part, start, from }: Block, day: number): Spot {
  return part.after > 0 ? { day: day - part.after, from: minutesOfDay(start) } : { day, from };
}

/** Where a session whose block is on a given day may be dropped. */
function dropped(block: Block, home: Spot, to: Spot, days: number, shown: ClockSpan): Spot {
  return block.part.after > 0 ? lateDraggedTo(home, to, days, shown) : draggedTo(home, to, days, shown);
}

export function pressOn(
  block: Block,
  day: number,
  origin: Point,
  columns: readonly DOMRect[],
  shown: ClockSpan,
): Press {
  return { block, origin, day, home: homeOf(block, day), grip: spotAt(columns, origin, shown).from - block.from };
}

/**
 * The drag with the pointer at `point`: `current` itself while the position is unchanged, null before the threshold is
 * reached.
 */
export function dragUnder(
  point: Point,
  current: SessionDrag | null,
  { block, origin, day, home, grip }: Press,
  columns: readonly DOMRect[],
  shown: ClockSpan,
): SessionDrag | null {
  if (!current && Math.hypot(point.x - origin.x, point.y - origin.y) < THRESHOLD) return null;
  const spot = spotAt(columns, point, shown);
  const moved = { day: home.day + spot.day - day, from: home.from + spot.from - grip - block.from };
  const to = dropped(block, home, moved, columns.length, shown);
  return current && isSameSpot(current, to) ? current : { block, ...to };
}

/** Whether dropping the session, whose block is on `day`, changes its start. */
export function isMoved({ block, ...spot }: SessionDrag, day: number): boolean {
  return !isSameSpot(spot, homeOf(block, day));
}

/**
 * The effect of a key on a session on `day`; `carried` is its position if it is being moved by keyboard: move on, drop,
 * or put back. Null for a key without effect.
 */
export function afterKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { block, day, carried }: { block: Block; day: number; carried: SessionDrag | null },
  { days, shown }: { days: number; shown: ClockSpan },
): { kind: 'carried'; drag: SessionDrag } | { kind: 'dropped' | 'put-back' } | null {
  const step = carried || shiftKey ? carriedBy(key) : null;
  if (step) {
    const home = homeOf(block, day);
    const at = carried ?? home;
    const to = { day: at.day + step.days, from: at.from + step.minutes };
    return { kind: 'carried', drag: { block, ...dropped(block, home, to, days, shown) } };
  }
  if (!carried) return null;
  if (key === 'Escape') return { kind: 'put-back' };
  return key === 'Enter' || key === ' ' ? { kind: 'dropped' } : null;
}
