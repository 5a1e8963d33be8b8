/**
 * Loads the public page and the main screens of a practice of many years into an empty browser, again and again, on a
 * slow line and a slow machine, and prints the browser's own figures with their bars.
 */
import { LARGE } from '#demo/large-practice.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';
import { SHIFT, SLOW, TIME, WEIGHT } from '#bench/web/bars.ts';
import { interact } from '#bench/web/interactions.ts';
import { type Load, load } from '#bench/web/load.ts';
import { SCREENS, type Screen } from '#bench/web/screens.ts';
import { Kabinet } from '#e2e/kabinet.ts';

const quick = process.argv.includes('--quick');
const LOADS = quick ? 3 : 5;
const WALKS = quick ? 1 : 2;

interface Figures {
  screen: Screen;
  loads: Load[];
  interactions: number[];
}

const kabinet = await Kabinet.start('demo/demo.ts', {}, ['--large']);
try {
  const { stored, link } = await kabinet.enter(DEMO_PRACTITIONER.email, kabinet.demoPassword);
  const newcomer = (screen: Screen) =>
    kabinet.person({ reducedMotion: 'no-preference', ...(!screen.public && { stored }) });
  const all: Figures[] = SCREENS.map((screen) => ({ screen, loads: [], interactions: [] }));
  for (let round = 0; round < LOADS; round += 1) {
    for (const { screen, loads } of all) {
      const person = await newcomer(screen);
      loads.push(await load(person, screen, kabinet.url, link));
      await person.close();
    }
  }
  for (let round = 0; round < WALKS; round += 1) {
    for (const { screen, interactions } of all) {
      const person = await newcomer(screen);
      interactions.push(...(await interact(person, screen, link, SLOW.cpu)));
      await person.close();
    }
  }
  print(all);
} finally {
  await kabinet.stop();
}

function print(all: Figures[]): void {
  const rows = all.map((figures) => rowOf(figures));
  const heads = Object.keys(rows[0] ?? {});
  const widths = heads.map((head) => Math.max(head.length, ...rows.map((row) => (row[head] ?? '').length)));
  const line = (cells: string[]) => `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  console.log(
    [
      `${SLOW.megabits} Mbit/s, ${SLOW.latency} ms, ${SLOW.cpu}× CPU; empty cache; ${LOADS} loads, the middle of each figure (least–most);`,
      `${LARGE.clients} clients, ${LARGE.sessions} sessions. ✗ is beyond its bar. A KB is 1000 bytes; JS is compressed, all has the heads of every answer in it.`,
      '',
      line(heads),
      `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
      ...rows.map((row) => line(heads.map((head) => row[head] ?? ''))),
    ].join('\n'),
  );
}

function rowOf({ screen, loads, interactions }: Figures): Record<string, string> {
  const of = (figure: Exclude<keyof Load, 'element'>) => loads.map((one) => one[figure]);
  const script = screen.public ? WEIGHT.public.script : WEIGHT.dashboard.script;
  const paint = screen.public ? TIME.publicPaint : TIME.dashboardPaint;
  return {
    screen: screen.name,
    'LCP, ms': `${held(middle(of('paint')), paint)} (${spread(of('paint'))}) ≤ ${paint}`,
    'first card': `${Math.round(middle(of('card')))}`,
    'LCP element, px²': [...new Set(loads.map(({ element }) => element))].join(', '),
    CLS: `${held(middle(of('shift')), SHIFT, 3)} ≤ ${SHIFT}`,
    'blocked, ms': String(Math.round(middle(of('blocked')))),
    'interaction p75, ms': `${held(portion(interactions, 0.75), TIME.interaction)} of ${interactions.length} ≤ ${TIME.interaction}`,
    'JS, KB': `${held(middle(of('script')) / 1000, script / 1000, 1)} ≤ ${script / 1000}`,
    'JS ahead': kilobytes(middle(of('scriptInAll')) - middle(of('script'))),
    'all, KB': screen.public
      ? `${held(middle(of('bytesInAll')) / 1000, WEIGHT.public.all / 1000, 1)} ≤ ${WEIGHT.public.all / 1000}`
      : kilobytes(middle(of('bytes'))),
    requests: screen.public
      ? `${held(middle(of('requestsInAll')), WEIGHT.public.requests)} ≤ ${WEIGHT.public.requests}`
      : String(middle(of('requests'))),
    'other origins': held(Math.max(...of('foreign')), 0),
  };
}

function held(value: number, bar: number, digits = 0): string {
  return `${value > bar ? '✗ ' : ''}${value.toFixed(digits)}`;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

function middle(values: readonly number[]): number {
  return portion(values, 0.5);
}

function portion(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity;
}

function spread(values: readonly number[]): string {
  return `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;
}
