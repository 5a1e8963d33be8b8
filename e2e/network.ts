import type { Page } from 'playwright';

/** What a page requests for its first screen before its program is there. */
export const FIRST_LISTS = '**/api/start?*';

/**
 * Delays every response to a page by `latency` milliseconds, those of its first lists beyond its patience: screens read
 * them themselves. Returns the function that ends it.
 */
export async function slowLine(page: Page, latency: number): Promise<() => Promise<void>> {
  const line = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 };
  await line.send('Network.emulateNetworkConditions', conditions);
  await page.route(FIRST_LISTS, (route) => route.abort());
  return async () => {
    await page.unroute(FIRST_LISTS);
    await line.detach();
  };
}

/** Waits until an opening page receives events from the server. */
export async function listening(page: Page): Promise<void> {
  await page.waitForResponse(
    (answer) => answer.url().endsWith('/api/realtime') && answer.request().method() === 'POST',
  );
}
