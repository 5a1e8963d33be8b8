import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Request, Response, Route } from 'playwright';
import { engine } from '#e2e/browser.ts';

/** What a page requests for its first screen before its program is there. */
export const FIRST_LISTS = '**/api/start?*';

/**
 * Delays every response to a page by `latency` milliseconds, those of its first lists beyond its patience: screens read
 * them themselves. Returns the function that ends it.
 */
export async function slowLine(page: Page, latency: number): Promise<() => Promise<void>> {
  const restore = engine() === 'chromium' ? await slowChromium(page, latency) : await slowRoutes(page, latency);
  await page.route(FIRST_LISTS, (route) => route.abort());
  return async () => {
    await page.unroute(FIRST_LISTS);
    await restore();
  };
}

async function slowChromium(page: Page, latency: number): Promise<() => Promise<void>> {
  const line = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 };
  await line.send('Network.emulateNetworkConditions', conditions);
  return () => line.detach();
}

async function slowRoutes(page: Page, latency: number): Promise<() => Promise<void>> {
  const delay = async (route: Route): Promise<void> => {
    await sleep(latency);
    await route.continue().catch(() => undefined);
  };
  await page.route('**/*', delay);
  return () => page.unroute('**/*', delay);
}

/** How long nothing may be under way before a page counts as being there, and until when what is late waits for that. */
const CALM = { forMs: 500, atMostMs: 2000 };
const PATIENCE_MS = 60_000;

/** What a page asks for from now on, in any engine, but what matches `besides`. */
export class Requests {
  readonly urls: string[] = [];
  readonly #page: Page;
  readonly #besides: RegExp | null;
  readonly #underWay = new Set<Request>();
  #changed = performance.now();

  constructor(page: Page, besides: RegExp | null = null) {
    this.#page = page;
    this.#besides = besides;
    page.on('request', this.#begin).on('requestfinished', this.#end).on('requestfailed', this.#end);
  }

  get isCalm(): boolean {
    return this.#underWay.size === 0 && performance.now() - this.#changed >= CALM.forMs;
  }

  /** Waits until nothing more is asked for. */
  async quiet(): Promise<void> {
    const latest = performance.now() + PATIENCE_MS;
    while (!this.isCalm) {
      if (performance.now() > latest) throw new Error('the page never comes to rest');
      await sleep(20);
    }
  }

  stop(): void {
    this.#page.off('request', this.#begin).off('requestfinished', this.#end).off('requestfailed', this.#end);
  }

  readonly #begin = (request: Request): void => {
    const url = request.url();
    // A stream has no end.
    const isStream = url.endsWith('/api/realtime') && request.method() === 'GET';
    if (isStream || url.startsWith('data:') || this.#besides?.test(url)) return;
    this.urls.push(url);
    this.#underWay.add(request);
    this.#changed = performance.now();
  };

  readonly #end = (request: Request): void => {
    if (this.#underWay.delete(request)) this.#changed = performance.now();
  };
}

/**
 * Has the requests that match wait until the rest of the page is there: it is to be seen without them. Returns the
 * function that ends it.
 */
export async function holdBack(page: Page, late: RegExp): Promise<() => Promise<void>> {
  const others = new Requests(page, late);
  const wait = async (route: Route): Promise<void> => {
    const latest = performance.now() + CALM.atMostMs;
    while (!others.isCalm && performance.now() < latest) await sleep(20);
    await route.continue().catch(() => undefined);
  };
  await page.route(late, wait);
  return async () => {
    others.stop();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  };
}

/** Loses the response to the next create request of a collection: the server has stored it, and the page never hears so. */
export async function loseAnswer(page: Page, collection: string): Promise<void> {
  let isLost = false;
  await page.route(`**/api/collections/${collection}/records*`, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}

const isSubscription = (answer: Response): boolean =>
  answer.url().endsWith('/api/realtime') && answer.request().method() === 'POST';

/** Waits until an opening page, the only one of its browser, receives events from the server. */
export async function listening(page: Page): Promise<void> {
  await page.waitForResponse(isSubscription);
}

/** Waits until an opening page receives events, from the server or through another page of its browser. */
export async function hearing(browser: BrowserContext): Promise<void> {
  await browser.waitForEvent('response', isSubscription);
}
