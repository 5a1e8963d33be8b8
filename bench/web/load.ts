import type { BrowserContext } from 'playwright';
import type { Screen } from '#bench/web/screens.ts';
import { bytesOf, foreign, Traffic, weightOf } from '#bench/web/traffic.ts';

export interface Load {
  /** The largest thing on the screen stood there, after so many milliseconds. */
  paint: number;
  /** The largest thing: its tag and its size, without its text. */
  element: string;
  /** The first of what one came for stood there, after so many milliseconds. */
  card: number;
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
  await page.addInitScript(watchPaint, screen.card);
  const traffic = await Traffic.of(page);
  await traffic.slowDown();
  await page.goto(screen.path(link), { waitUntil: 'commit' });
  await screen.shown(page);
  await traffic.quiet();
  const { waitedFor: whole, exchanges: all } = traffic;
  const seen = await page.evaluate(() => window.seen);
  return {
    ...seen,
    script: weightOf(whole, 'Script'),
    bytes: bytesOf(whole),
    requests: whole.length,
    scriptInAll: weightOf(all, 'Script'),
    bytesInAll: bytesOf(all),
    requestsInAll: all.length,
    foreign: foreign(all, origin).length,
  };
}

type Seen = Pick<Load, 'paint' | 'element' | 'card' | 'shift' | 'blocked'>;

declare global {
  interface Window {
    seen: Seen;
  }
}

/** Runs in the page: of its own measuring, what no type knows is looked at as it comes. */
function watchPaint(card: string): void {
  const seen: Seen = { paint: 0, element: '', card: 0, shift: 0, blocked: 0 };
  window.seen = seen;
  type Entry = PerformanceEntry & { value?: number; hadRecentInput?: boolean; element?: Element | null; size?: number };
  const watch = (type: string, see: (entry: Entry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime, element, size = 0 }) => {
    const group = element?.closest('li, header, aside, button, a, [role="status"]');
    const where = group && group !== element ? `${group.localName} ` : '';
    seen.paint = startTime;
    seen.element = `${where}${element?.localName ?? 'gone'} ${size}`;
  });
  watch('layout-shift', ({ value = 0, hadRecentInput }) => (seen.shift += hadRecentInput ? 0 : value));
  watch('longtask', ({ duration }) => (seen.blocked += Math.max(0, duration - 50)));
  const cards = new MutationObserver(() => {
    if (!document.querySelector(card)) return;
    cards.disconnect();
    // After the picture that holds it.
    requestAnimationFrame(() => setTimeout(() => (seen.card = performance.now())));
  });
  cards.observe(document, { childList: true, subtree: true });
}
