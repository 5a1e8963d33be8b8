import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';

/** A position in the time grid: the index of its day, and minutes since midnight. */
export interface Spot {
  day: number;
  from: number;
}

/** The height of an hour in rem: it grows with its text. */
const HOUR_HEIGHT = 4;

/** A press on empty time plans on this step, in minutes. */
const HALF_HOUR = 30;

/** A drag moves by this step, in minutes. */
const QUARTER = 15;

/** The position at a point of the window; outside the grid, the nearest edge. */
export function spotAt(columns: readonly DOMRect[], point: { x: number; y: number }, shown: ClockSpan): Spot {
  const day = columns.findLastIndex((column) => column.left <= point.x);
  const { top, height } = columns[0] ?? { top: 0, height: 1 };
  return { day: Math.max(0, day), from: shown.from + ((point.y - top) / height) * (shown.to - shown.from) };
}

export function isSameSpot(a: Spot, b: Spot): boolean {
  return a.day === b.day && a.from === b.from;
}

/** The half hour of a position, within the shown hours. */
export function halfHourOf({ day, from }: Spot, shown: ClockSpan): Spot {
  return { day, from: clamp(Math.floor(from / HALF_HOUR) * HALF_HOUR, shown.from, shown.to - HALF_HOUR) };
}

/** The target of a key from a half hour; null for a key without effect. */
export function spotByKey(key: string, { day, from }: Spot, days: number, shown: ClockSpan): Spot | null {
  const last = shown.to - HALF_HOUR;
  switch (key) {
    case 'ArrowUp':
      return { day, from: Math.max(shown.from, from - HALF_HOUR) };
    case 'ArrowDown':
      return { day, from: Math.min(last, from + HALF_HOUR) };
    case 'ArrowLeft':
      return { day: Math.max(0, day - 1), from };
    case 'ArrowRight':
      return { day: Math.min(days - 1, day + 1), from };
    case 'Home':
      return { day, from: shown.from };
    case 'End':
      return { day, from: last };
    default:
      return null;
  }
}

/** How far an arrow key carries a session: a quarter of an hour or a day; null for any other key. */
export function carriedBy(key: string): { days: number; minutes: number } | null {
  const steps: Record<string, { days: number; minutes: number }> = {
    ArrowUp: { days: 0, minutes: -QUARTER },
    ArrowDown: { days: 0, minutes: QUARTER },
    ArrowLeft: { days: -1, minutes: 0 },
    ArrowRight: { days: 1, minutes: 0 },
  };
  return steps[key] ?? null;
}

/** The start of a session dragged to `minutes`: keeps its offset within the quarter hour, within the shown hours. */
export function draggedTo(block: ClockSpan, minutes: number, shown: ClockSpan): number {
  const quarters = Math.round((minutes - block.from) / QUARTER) * QUARTER;
  const latest = Math.max(block.from, shown.to - QUARTER);
  return clamp(block.from + quarters, Math.min(block.from, shown.from), latest);
}

/** The CSS grid column of a day, next to the hour scale. */
export function columnOf(day: number): string {
  return `${day + 2} / ${day + 3}`;
}

/** The CSS offset of a time in a column. */
export function topOf(minutes: number, shown: ClockSpan): string {
  return `${((minutes - shown.from) / 60) * HOUR_HEIGHT}rem`;
}

/** The CSS height of a span of time. */
export function heightOf({ from, to }: ClockSpan): string {
  return `${((to - from) / 60) * HOUR_HEIGHT}rem`;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
