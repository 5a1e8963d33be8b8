import type { BrowserContext } from 'playwright';
import type { Screen } from '#bench/web/screens.ts';
import { bytesOf, foreign, Traffic, weightOf } from '#bench/web/traffic.ts';

export interface Load {
  /** The largest thing on the screen stood there, after so many milliseconds. */
  paint: number;
  /** How far what was there already has moved. */
  shift: number;
  /** Blocking time: of every task what it takes beyond 50 ms. */
  blocked: number;
  /** Until the screen was whole … */
  /** Compressed, without heads. */
  script: number;
  /** With heads. */
  bytes: number;
  requests: number;
  /** … and with all that is fetched ahead behind it. */
  scriptInAll: number;
  bytesInAll: number;
  requestsInAll: number;
  foreign: number;
}

/** Other work on the machine makes loads slow, and is no fault of the page. */
const PATIENCE = 60_000;

/** Loads a screen into an empty browser on a slow line and a slow machine. */
export async function load(person: BrowserContext, screen: Screen, origin: string, link: string): Promise<Load> {
  const page = await person.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.setViewportSize(screen.viewport);
  await page.addInitScript(watchPaint);
  const traffic = await Traffic.of(page);
  await traffic.slowDown();
  await page.goto(screen.path(link), { waitUntil: 'commit' });
  await screen.shown(page);
  await traffic.quiet();
  const { waitedFor: whole, exchanges: all } = traffic;
  const { paint, shift, blocked } = await page.evaluate(() => window.seen);
  return {
    paint,
    shift,
    blocked,
    script: weightOf(whole, 'Script'),
    bytes: bytesOf(whole),
    requests: whole.length,
    scriptInAll: weightOf(all, 'Script'),
    bytesInAll: bytesOf(all),
    requestsInAll: all.length,
    foreign: foreign(all, origin).length,
  };
}

declare global {
  interface Window {
    seen: { paint: number; shift: number; blocked: number };
  }
}

/** Runs in the page: of its own measuring, what no type knows is looked at as it comes. */
function watchPaint(): void {
  const seen = { paint: 0, shift: 0, blocked: 0 };
  window.seen = seen;
  const watch = (type: string, see: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => (seen.paint = startTime));
  watch('layout-shift', ({ value = 0, hadRecentInput }) => (seen.shift += hadRecentInput ? 0 : value));
  watch('longtask', ({ duration }) => (seen.blocked += Math.max(0, duration - 50)));
}
