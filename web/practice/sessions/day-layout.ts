import { minutesOf } from '#domain/time/wall-time.ts';
import { DEFAULT_HOURS } from '#domain/availability/default-hours.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';

const HOUR = 60;

/** A part of a day in the practitioner's zone, minutes since midnight, half-open. */
export interface ClockSpan {
  from: number;
  to: number;
}

/** A span's horizontal place: its column, the number of columns, and how many it takes. */
export interface Share {
  place: number;
  places: number;
  width: number;
}

/** Lays out spans, sorted by time, without overlap: those that intersect share the full width. */
export function sideBySide<Span extends ClockSpan>(spans: readonly Span[]): (Span & Share)[] {
  const blocks: (Span & Share)[] = [];
  let group: (Span & Share)[] = [];
  for (const span of spans) {
    if (group.every((block) => block.to <= span.from)) group = [];
    const taken = new Set(group.filter((block) => block.to > span.from).map((block) => block.place));
    let place = 0;
    while (taken.has(place)) place += 1;
    const block = { ...span, place, places: 1, width: 1 };
    group.push(block);
    const places = Math.max(...group.map((other) => other.place)) + 1;
    for (const other of group) other.places = places;
    blocks.push(block);
  }
  return blocks.map((block) => ({ ...block, width: placesToTheRight(block, blocks) }));
}

/** How many columns a block can take before the next block that it intersects. */
function placesToTheRight(block: ClockSpan & Share, blocks: readonly (ClockSpan & Share)[]): number {
  const next = blocks
    .filter((other) => other.from < block.to && block.from < other.to && other.place > block.place)
    .map((other) => other.place);
  return Math.min(block.places, ...next) - block.place;
}

/** The share as CSS values. */
export function placedAt({ place, places, width }: Share): { left: string; width: string } {
  return { left: `${(place / places) * 100}%`, width: `calc(${(width / places) * 100}% - 2px)` };
}

/** The working spans of a weekday: without breaks, empty on a day off, 09:00–18:00 if no week is stored. */
export function workingSpans(hours: WeekdayHours | undefined): ClockSpan[] {
  if (!hours) return [{ from: minutesOf(DEFAULT_HOURS.start), to: minutesOf(DEFAULT_HOURS.end) }];
  if (!hours.is_available) return [];
  const spans: ClockSpan[] = [];
  let from = minutesOf(hours.start_time);
  for (const pause of hours.breaks.toSorted((a, b) => a.start.localeCompare(b.start))) {
    spans.push({ from, to: minutesOf(pause.start) });
    from = minutesOf(pause.end);
  }
  spans.push({ from, to: minutesOf(hours.end_time) });
  return spans.filter((span) => span.from < span.to);
}

/** The whole hours around all spans; 09:00–18:00 without spans. */
export function shownHours(spans: readonly ClockSpan[]): ClockSpan {
  if (spans.length === 0) return shownHours(workingSpans(undefined));
  const from = Math.min(...spans.map((span) => span.from));
  const to = Math.max(...spans.map((span) => span.to));
  return { from: Math.floor(from / HOUR) * HOUR, to: Math.ceil(to / HOUR) * HOUR };
}

/** The shown hours outside working time. `working` must be sorted. */
export function restSpans(working: readonly ClockSpan[], shown: ClockSpan): ClockSpan[] {
  const ends = [shown.from, ...working.map((span) => span.to)];
  const starts = [...working.map((span) => span.from), shown.to];
  return ends.map((from, index) => ({ from, to: starts[index] ?? shown.to })).filter((span) => span.from < span.to);
}
