import type { Locator, Page } from 'playwright';

/** A failure reported in the corner, not on the screen itself. */
export function failureToast(page: Page, text: string): Locator {
  return page
    .getByRole('alert')
    .filter({ hasText: text })
    .filter({ has: page.getByRole('button', { name: 'Закрыть уведомление' }) });
}

/** A message in the corner among others. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole('status').locator(':scope > *').filter({ hasText: text });
}
