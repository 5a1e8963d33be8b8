import type { Block } from '#web/practice/calendar/lay-out-day.ts';
import { carriedBy, draggedTo, isSameSpot, type Spot, spotAt } from '#web/practice/calendar/spot.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';

/** A press becomes a drag once the pointer has moved this far, in pixels. */
const THRESHOLD = 5;

/** A dragged session and the start it gets when dropped now. */
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
  /** Distance of the pointer below the session's start, in minutes. */
  grip: number;
}

export function pressOn(block: Block, origin: Point, columns: readonly DOMRect[], shown: ClockSpan): Press {
  return { block, origin, grip: spotAt(columns, origin, shown).from - block.from };
}

/** The drag with the pointer at `point`: `current` itself while the position is unchanged, null before it moves. */
export function dragUnder(
  point: Point,
  current: SessionDrag | null,
  { block, origin, grip }: Press,
  columns: readonly DOMRect[],
  shown: ClockSpan,
): SessionDrag | null {
  if (!current && Math.hypot(point.x - origin.x, point.y - origin.y) < THRESHOLD) return null;
  const spot = spotAt(columns, point, shown);
  const to = { day: spot.day, from: draggedTo(block, spot.from - grip, shown) };
  return current && isSameSpot(current, to) ? current : { block, ...to };
}

/** True when dropping the session, which is on `day`, changes its start. */
export function isMoved({ block, ...spot }: SessionDrag, day: number): boolean {
  return !isSameSpot(spot, { day, from: block.from });
}

/**
 * The effect of a key on a session on `day` that is carried at `carried`, if it is: carry it on, drop it or put it
 * back. Null for a key without effect.
 */
export function afterKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { block, day, carried }: { block: Block; day: number; carried: SessionDrag | null },
  { days, shown }: { days: number; shown: ClockSpan },
): { kind: 'carried'; drag: SessionDrag } | { kind: 'dropped' | 'put-back' } | null {
  const step = carried || shiftKey ? carriedBy(key) : null;
  if (step) {
    const at = carried ?? { day, from: block.from };
    const to = Math.max(0, Math.min(at.day + step.days, days - 1));
    return { kind: 'carried', drag: { block, day: to, from: draggedTo(block, at.from + step.minutes, shown) } };
  }
  if (!carried) return null;
  if (key === 'Escape') return { kind: 'put-back' };
  return key === 'Enter' || key === ' ' ? { kind: 'dropped' } : null;
}
