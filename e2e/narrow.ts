import type { Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

/** The widths of phones, and 1280 × 1024 px at 400 and 200 %. */
const NARROW = [
  { width: 320, height: 256 },
  ...(LONG_FORM ? [344, 360, 375, 390, 412, 480] : [360, 412]).map((width) => ({ width, height: 640 })),
  { width: 640, height: 512 },
];

/** The width at which targets are measured: they are as high at any other one of a phone. */
const THUMB = 360;

/** Returns what leaves the window sideways: the page itself, and each control. */
export function wideFindings(page: Page): Promise<string[]> {
  return page.evaluate(outsideOf);
}

/** Returns what cannot be reached where it is narrow: what leaves the page sideways, and what something else covers. */
export async function narrowFindings(page: Page, where: string): Promise<string[]> {
  const found = (await page.evaluate(lowDays)).map((what) => `${where}: ${what}`);
  await dismissToasts(page);
  for (const size of NARROW) {
    await page.setViewportSize(size);
    const here = [...(await wideFindings(page)), ...(await page.evaluate(covered))];
    if (size.width === THUMB) here.push(...(await page.evaluate(lowTargets)));
    found.push(...here.map((what) => `${where}, ${size.width}: ${what}`));
  }
  return found;
}

/** They pass, and lie over the page meanwhile. */
async function dismissToasts(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Закрыть уведомление' });
  await close.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
  await becomes(() => close.count(), 0);
}

/** Returns lines that begin with a day of the week in a small letter. */
function lowDays(): string[] {
  const low = /^(?:понедельник|вторник|среда|четверг|пятница|суббота|воскресенье)(?![а-я])/;
  // What the ear alone hears stands inside another line.
  const unseen = [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((one) => getComputedStyle(one).clipPath === 'inset(50%)')
    .map((one) => one.innerText.trim());
  const lines = document.body.innerText.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => low.test(line) && !unseen.some((one) => one !== '' && line.startsWith(one)))
    .map((line) => `«${line}» begins with a small letter`);
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

/** Scrolls to each control and presses it in thought: in the middle, and near both ends. */
function covered(): string[] {
  // An open list or month, or what a button has unfolded, lies over what it belongs to.
  const over = '[role="listbox"], [data-portal] > [data-position], [aria-expanded="true"] + [role="group"]';
  const list = [...document.querySelectorAll(over)].find((one) => one.checkVisibility());
  const top = list ?? document.querySelector('[data-layer]:not([hidden]) [role="dialog"]') ?? document;
  const place = { top: scrollY, left: scrollX };
  const found: string[] = [];
  for (const control of top.querySelectorAll<HTMLElement>(
    'a, button, input, textarea, select, [role="button"], [role="option"]',
  )) {
    // A radio button that is not seen is pressed on its label.
    const target = control.matches('input') ? (control.closest('label') ?? control) : control;
    if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || target.closest('[inert]'))
      continue;
    target.scrollIntoView({ block: 'center', inline: 'center' });
    const box = target.getClientRects()[0];
    if (!box || box.height <= 1 || box.bottom <= 0) continue;
    const middle = box.left + box.width / 2;
    // At its ends a field has signs and the eye of a password.
    for (const x of target.matches('input') ? [middle] : [box.left + 4, middle, box.right - 4]) {
      const hit = document.elementFromPoint(x, box.top + box.height / 2);
      if (!hit || target.contains(hit) || hit.contains(target)) continue;
      const name = (one: Element) => `${one.tagName} «${(one.ariaLabel ?? one.textContent).slice(0, 40)}»`;
      found.push(`${name(control)} lies under ${name(hit)} at ${x}`);
      break;
    }
  }
  scrollTo(place);
  return found;
}

/** Returns each control that a thumb misses: nothing of it 44 px high, its text in a sentence aside. */
function lowTargets(): string[] {
  const HIGH = 44;
  const top = document.querySelector('[data-layer]:not([hidden]) [role="dialog"]') ?? document;
  const place = { top: scrollY, left: scrollX };
  const found: string[] = [];
  for (const control of top.querySelectorAll<HTMLElement>(
    'a, button, summary, select, input, textarea, [role="button"]',
  )) {
    const target = control.matches('input') ? (control.closest('label') ?? control) : control;
    if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || target.closest('[inert]'))
      continue;
    const box = target.getBoundingClientRect();
    if (box.height <= 1 || box.width <= 1 || box.height >= HIGH - 0.5) continue;
    const sentence = control.closest('p, dd')?.textContent.trim() ?? '';
    if (getComputedStyle(control).display === 'inline' && sentence.length > control.textContent.length) continue;
    target.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, right, top: upper, bottom } = target.getBoundingClientRect();
    const x = (left + right) / 2;
    // A surface of its own may reach further than its text.
    let [first, last] = [upper, bottom];
    const hits = (y: number) => target.contains(document.elementFromPoint(x, y));
    while (hits(first - 1) && last - first < HIGH) first -= 1;
    while (hits(last + 1) && last - first < HIGH) last += 1;
    if (last - first >= HIGH - 1) continue;
    found.push(
      `${control.tagName} «${(control.ariaLabel ?? target.textContent).slice(0, 40)}» is ${Math.round(last - first)} px high`,
    );
  }
  scrollTo(place);
  return [...new Set(found)];
}
