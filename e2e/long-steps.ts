import type { Page } from 'playwright';
import { axeFindings } from '#e2e/axe.ts';
import { DESKTOP } from '#e2e/kabinet.ts';
import { type journey } from '#e2e/journey.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';
import { narrowFindings } from '#e2e/narrow.ts';

type Step = ReturnType<typeof journey>;

/** Steps that a journey takes in its long form alone: the ones after them need nothing of theirs. */
export function longSteps(step: Step): Step {
  return async (title, walk) => {
    if (LONG_FORM) await step(title, walk);
  };
}

/**
 * In the long form returns what axe finds on the current page, and what leaves it where it is narrow; leaves the page at
 * the size of a desk. The short form looks at the screens of a11y.test.ts, which are made of the same parts.
 */
export async function longLook(page: Page, where: string): Promise<string[]> {
  if (!LONG_FORM) return [];
  const found = [...(await axeFindings(page, where)), ...(await narrowFindings(page, where))];
  await page.setViewportSize(DESKTOP);
  return found;
}
