import type { Rival } from '#bench/calls.ts';
import type { Figures, Line } from '#bench/rounds.ts';
import { figure } from '#bench/table.ts';

type Bar = { [Against in Exclude<Rival, 'kabinet'>]?: number } & { [Time in 'p50' | 'p95']?: number };

/** How many times as fast as the others, or how many milliseconds at most. */
const BARS: Record<string, Bar> = {
  view: { pocketbase: 2.2, bare: 0.55 },
  'list of 30 with total': { pocketbase: 4, bare: 1 },
  'list of 500, light fields': { pocketbase: 15 },
  create: { pocketbase: 2, bare: 0.6 },
  'sign-in': { pocketbase: 1.5 },
  'month of free times beside 10,000 sessions': { p50: 5 },
  'search among 10,000 clients': { p95: 20 },
};

export const LIFE_BARS = { idleMb: 110, loadedMb: 256, startMs: 600, afterKillMs: 1200 } as const;
export const GROWTH_BAR = 1.25;

/** A missed bar makes the bench end with exit code 1. */
export function mark(ok: boolean): string {
  if (!ok) process.exitCode = 1;
  return ok ? '✓' : '✗';
}

/** A time of Kabinet's, marked where there is a bar. */
export function timeCell(line: Line, time: 'p50' | 'p95'): string {
  const measured: Figures | undefined = line.figures.kabinet;
  if (!measured) return '–';
  const bar = BARS[line.call.name]?.[time];
  return `${figure(measured[time])}${bar === undefined ? '' : ` ${mark(measured[time] <= bar)} ≤ ${bar}`}`;
}

/** How many times as fast, the least and the most of the rounds, marked where there is a bar. */
export function ratioCell({ call, ratios }: Line, against: Exclude<Rival, 'kabinet'>): string {
  const ratio = ratios[against];
  if (!ratio) return '–';
  const bar = BARS[call.name]?.[against];
  const shown = `${ratio.median.toFixed(2)} (${ratio.least.toFixed(2)}–${ratio.most.toFixed(2)})`;
  return bar === undefined ? shown : `${shown} ${mark(ratio.median >= bar)} ≥ ${bar}`;
}
