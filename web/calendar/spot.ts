import type { ClockSpan } from '#web/sessions/day-layout.ts';

/** A place in the grid of time: which of its days, and minutes since midnight. */
export interface Spot {
  day: number;
  from: number;
}

/** The height of an hour in pixels. */
const HOUR_HEIGHT = 64;

/** What is planned by a press on empty time begins on a half hour. */
const HALF_HOUR = 30;

/** What is moved moves by this. */
const QUARTER = 15;

/** The spot under a point of the window; beside the grid it is that of the nearest edge. */
export function spotAt(columns: readonly DOMRect[], point: { x: number; y: number }, shown: ClockSpan): Spot {
  const day = columns.findLastIndex((column) => column.left <= point.x);
  const top = columns[0]?.top ?? 0;
  return { day: Math.max(0, day), from: shown.from + ((point.y - top) / HOUR_HEIGHT) * 60 };
}

export function isSameSpot(a: Spot, b: Spot): boolean {
  return a.day === b.day && a.from === b.from;
}

/** The half hour in which a spot lies, inside the shown hours. */
export function halfHourOf({ day, from }: Spot, shown: ClockSpan): Spot {
  return { day, from: clamp(Math.floor(from / HALF_HOUR) * HALF_HOUR, shown.from, shown.to - HALF_HOUR) };
}

/** Where a key leads from a half hour; null for a key that leads nowhere. */
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

/** How far an arrow carries a session: a quarter of an hour or a day; null for any other key. */
export function carriedBy(key: string): { days: number; minutes: number } | null {
  const steps: Record<string, { days: number; minutes: number }> = {
    ArrowUp: { days: 0, minutes: -QUARTER },
    ArrowDown: { days: 0, minutes: QUARTER },
    ArrowLeft: { days: -1, minutes: 0 },
    ArrowRight: { days: 1, minutes: 0 },
  };
  return steps[key] ?? null;
}

/** Dragged by so many minutes a session keeps its place within the quarter of an hour, and stays in the shown hours. */
export function draggedTo(block: ClockSpan, minutes: number, shown: ClockSpan): number {
  const quarters = Math.round((minutes - block.from) / QUARTER) * QUARTER;
  const latest = Math.max(block.from, shown.to - QUARTER);
  return clamp(block.from + quarters, Math.min(block.from, shown.from), latest);
}

/** The column of a day beside the scale of hours, for a style. */
export function columnOf(day: number): string {
  return `${day + 2} / ${day + 3}`;
}

/** Where a time stands in a column, for a style. */
export function topOf(minutes: number, shown: ClockSpan): string {
  return `${((minutes - shown.from) / 60) * HOUR_HEIGHT}px`;
}

/** How tall a span of time is, for a style. */
export function heightOf({ from, to }: ClockSpan): string {
  return `${((to - from) / 60) * HOUR_HEIGHT}px`;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
