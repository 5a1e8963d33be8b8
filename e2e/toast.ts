import type { Locator, Page } from 'playwright';

/** A failure reported in the corner, not on the screen itself. */
export function failureToast(page: Page, text: string): Locator {
  return page
    .getByRole('alert')
    .filter({ hasText: text })
    .filter({ has: page.getByRole('button', { name: 'Закрыть уведомление' }) });
}
