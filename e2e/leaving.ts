import type { Page } from 'playwright';

/** Returns the number of drafts in the tab. */
export function drafts(page: Page): Promise<number> {
  return page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('kabinet-draft:')).length);
}

/** Returns the number of drafts that outlive their tab. */
export function copies(page: Page): Promise<number> {
  return page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('kabinet-draft:')).length);
}

/** Confirms the browser's own question before a page is left, and counts how often it appears. */
export function agreeToLeave(page: Page): { asked: number } {
  const count = { asked: 0 };
  page.on('dialog', (dialog) => {
    count.asked += 1;
    void dialog.accept();
  });
  return count;
}
