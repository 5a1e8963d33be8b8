import type { Page } from 'playwright';

/** Returns what the browser keeps of the sign-in, null without one. */
export function storedSignIn(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('pocketbase_auth'));
}
