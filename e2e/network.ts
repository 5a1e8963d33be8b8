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

/** How long nothing else may be under way before a page counts as being there without what is late, and at most. */
const CALM = { forMs: 500, atMostMs: 2000 };

/**
 * Has the requests that match wait until the rest of the page is there: it is to be seen without them. Returns the
 * function that ends it.
 */
export async function holdBack(page: Page, late: RegExp): Promise<() => Promise<void>> {
  const underWay = new Set<Request>();
  let changed = performance.now();
  const begin = (request: Request) => {
    if (late.test(request.url()) || request.resourceType() === 'eventsource') return;
    underWay.add(request);
    changed = performance.now();
  };
  const end = (request: Request) => {
    if (underWay.delete(request)) changed = performance.now();
  };
  const wait = async (route: Route): Promise<void> => {
    const latest = performance.now() + CALM.atMostMs;
    const isCalm = () => underWay.size === 0 && performance.now() - changed >= CALM.forMs;
    while (!isCalm() && performance.now() < latest) await sleep(20);
    await route.continue().catch(() => undefined);
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.route(late, wait);
  return async () => {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
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
