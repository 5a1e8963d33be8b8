import type { Page } from 'playwright';

/** The narrowest phones, and 1280 × 1024 px at 400 and 200 %. */
const NARROW = [
  { width: 344, height: 640 },
  { width: 320, height: 256 },
  { width: 640, height: 512 },
];

/** Returns what leaves the current page sideways where it is narrow: the page itself, and each control. */
export async function narrowFindings(page: Page, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of NARROW) {
    await page.setViewportSize(size);
    const outside = await page.evaluate(outsideOf);
    found.push(...outside.map((what) => `${where}, ${size.width}: ${what}`));
  }
  return found;
}

async function outsideOf(): Promise<string[]> {
  // Popups follow their fields a frame later.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const width = document.documentElement.clientWidth;
  const found: string[] = [];
  const page = document.scrollingElement?.scrollWidth ?? 0;
  if (page > width) found.push(`the page is ${page} px wide`);
  for (const control of document.querySelectorAll<HTMLElement>('a, button, input, textarea, select, [role="button"]')) {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { left, right, height } = control.getBoundingClientRect();
    const words = control.scrollWidth - control.clientWidth;
    if (control.tagName === 'BUTTON' && words > 4 && getComputedStyle(control).overflowX === 'visible') {
      found.push(`the words of «${control.innerText.slice(0, 40)}» leave it by ${words} px`);
    }
    let around = control.parentElement;
    while (around && !['auto', 'scroll'].includes(getComputedStyle(around).overflowX)) around = around.parentElement;
    // What scrolls by itself, such as a row of sections, can be reached.
    if (around && around !== document.documentElement) continue;
    if (height <= 1 || (left >= -0.5 && right <= width + 0.5)) continue;
    found.push(
      `${control.tagName} «${(control.ariaLabel ?? control.innerText).slice(0, 40)}» from ${left} to ${right}`,
    );
  }
  return found;
}
