import type { Page } from 'playwright';

/** Navigates within the page, without loading it again. */
export async function lead(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), address);
}
