import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';

/**
 * A position in the time grid: the index of its day, and minutes since midnight. The start of a session that reaches
 * into the first day is on day -1.
 */
export interface Spot {
  day: number;
  from: number;
}

/** The height of an hour in rem, so that it scales with its text. */
const HOUR_HEIGHT = 4;

/** The step for planning on empty time, in minutes. */
const HALF_HOUR = 30;

const DAY = 24 * 60;

/** The step for dragging, in minutes. */
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

/** The step by which an arrow key moves a session: a quarter of an hour or a day; null for any other key. */
export function carriedBy(key: string): { days: number; minutes: number } | null {
  const steps: Record<string, { days: number; minutes: number }> = {
    ArrowUp: { days: 0, minutes: -QUARTER },
    ArrowDown: { days: 0, minutes: QUARTER },
    ArrowLeft: { days: -1, minutes: 0 },
    ArrowRight: { days: 1, minutes: 0 },
  };
  return steps[key] ?? null;
}

/** Snaps a dragged start to quarters of an hour from `home`, within the shown days and hours. */
export function draggedTo(home: Spot, { day, from }: Spot, days: number, shown: ClockSpan): Spot {
  const least = Math.min(home.from, shown.from);
  const most = Math.max(home.from, shown.to - QUARTER);
  return { day: clamp(day, 0, days - 1), from: clamp(quartersFrom(home, from), least, most) };
}

/** The same for a session dragged by its part on a later day: it can begin before the first day and cross midnight. */
export function lateDraggedTo(home: Spot, { day, from }: Spot, days: number, shown: ClockSpan): Spot {
  const moved = quartersFrom(home, from);
  const over = Math.floor(moved / DAY);
  const to = clamp(day + over, Math.min(0, home.day), days - 1);
  const [least, most] = to < 0 ? [0, DAY - QUARTER] : [shown.from, Math.max(home.from, shown.to - QUARTER)];
  return { day: to, from: clamp(moved - over * DAY, least, most) };
}

function quartersFrom(home: Spot, from: number): number {
  return home.from + Math.round((from - home.from) / QUARTER) * QUARTER;
}

/** The spans of the shown days that a session of some minutes covers from a position on. */
export function spansFrom({ day, from }: Spot, minutes: number, days: number): (ClockSpan & { day: number })[] {
  const spans: (ClockSpan & { day: number })[] = [];
  for (let [at, left, first] = [day, minutes, from]; left > 0;) {
    const to = Math.min(DAY, first + left);
    if (at >= 0 && at < days) spans.push({ day: at, from: first, to });
    [at, left, first] = [at + 1, left - (to - first), 0];
  }
  return spans;
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
