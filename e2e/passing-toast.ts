import type { Page } from 'playwright';

/**
 * Waits in the page itself for a message with these texts, blanks aside. Begin before what brings it: it leaves after
 * four seconds, in which a busy machine may not look at the page.
 */
export function passingToast(page: Page, ...texts: string[]): Promise<unknown> {
  const shown = page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[role="status"], [role="alert"]')].some(({ textContent }) => {
        const text = textContent?.replaceAll(/\s+/g, ' ') ?? '';
        return wanted.every((part) => text.includes(part));
      }),
    texts,
    { polling: 100, timeout: 60_000 },
  );
  shown.catch(() => undefined);
  return shown;
}
