import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page, ViewportSize } from 'playwright';
import { gradientFindings } from '#e2e/gradients.ts';
import { DESKTOP, PHONE } from '#e2e/kabinet.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Popups, such as a list of times, are rendered at the end of the page and outside its landmarks. */
const ELSEWHERE = 'region';

/** Experimental, so off by default: who speaks to a control says the words that are seen on it (WCAG 2.5.3). */
const WORDS_IN_NAMES = 'label-content-name-mismatch';

/** An open dialog with its popups: the screen behind it is looked at whole once, and in a state of its own. */
const TOP = `document.querySelector('[aria-modal="true"]') ? '[data-portal]' : document`;

/**
 * Returns axe's findings on the current page, at each size in light and dark. Only colours differ in dark, so only they
 * are checked there.
 */
export async function axeFindings(
  page: Page,
  where: string,
  sizes: readonly ViewportSize[] = [DESKTOP, PHONE],
): Promise<string[]> {
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'light' });
    const part = size === sizes[0] ? 'document' : TOP;
    found.push(...(await run(page, `${where}, ${size.width}, light`, { part, options: EVERYTHING })));
    found.push(...(await gradientFindings(page, `${where}, ${size.width}, light`)));
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await run(page, `${where}, ${size.width}, dark`, { part: TOP, options: COLOURS })));
    found.push(...(await gradientFindings(page, `${where}, ${size.width}, dark`)));
  }
  return found;
}

const EVERYTHING: RunOptions = {
  runOnly: RULES,
  rules: { [ELSEWHERE]: { enabled: false }, [WORDS_IN_NAMES]: { enabled: true } },
  resultTypes: ['violations'],
};
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] };

async function run(
  page: Page,
  where: string,
  { part, options }: { part: string; options: RunOptions },
): Promise<string[]> {
  await settled(page);
  // Half a megabyte of script: once a document, not once a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${part}, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${where}: ${id} ${target.join(' ')}`));
}

/** Colours in the middle of a transition are not part of the design. */
function settled(page: Page): Promise<unknown> {
  return page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null))));
}
