import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page, ViewportSize } from 'playwright';
import { gradientFindings } from '#e2e/gradients.ts';
import { DESKTOP, PHONE } from '#e2e/kabinet.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Popups, such as a list of times, are rendered at the end of the page and outside its landmarks. */
const ELSEWHERE = 'region';

/** Experimental, so off by default: who speaks to a control says the words that are seen on it (WCAG 2.5.3). */
const WORDS_IN_NAMES = 'label-content-name-mismatch';

/** An open dialog with its popups: the screen behind it is looked at whole once, and in a state of its own. */
const TOP = `document.querySelector('[data-layer]:not([hidden])') ? '[data-layer], [data-portal]' : document`;

type Scheme = 'light' | 'dark';
const SCHEMES: readonly Scheme[] = ['light', 'dark'];

/**
 * Returns axe's findings on the current page. Only colours differ in dark, so only they are checked there. The first size
 * is looked at in light and the last in dark; in the long form each is, in both.
 */
export async function axeFindings(
  page: Page,
  where: string,
  sizes: readonly ViewportSize[] = [DESKTOP, PHONE],
): Promise<string[]> {
  const found: string[] = [];
  for (const [size, scheme] of looksAt(sizes)) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    const part = size === sizes[0] && scheme === 'light' ? 'document' : TOP;
    const look = `${where}, ${size.width}, ${scheme}`;
    found.push(...(await run(page, look, { part, options: scheme === 'light' ? EVERYTHING : COLOURS })));
    found.push(...(await gradientFindings(page, look)));
  }
  return found;
}

function looksAt(sizes: readonly ViewportSize[]): (readonly [ViewportSize, Scheme])[] {
  const all = sizes.flatMap((size) => SCHEMES.map((scheme) => [size, scheme] as const));
  return LONG_FORM ? all : all.filter((_look, at) => at === 0 || at === all.length - 1);
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
